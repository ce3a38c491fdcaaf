import type { IdempotentStores, Stores } from '@cairn/core';
import type { ActionRepository } from './actions/action-repository.ts';

/** The repositories of a request, with those of governance. */
export interface GovernedStores extends Stores {
  readonly actions: ActionRepository;
}

/** The same over the pool: each call on its own, or all of them in one transaction. */
export type GovernedStoresByCall = GovernedStores & IdempotentStores<GovernedStores>;
