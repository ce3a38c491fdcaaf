import type { IdempotentStores, Stores } from '@cairn/core';
import type { ActionRepository } from './actions/action-repository.ts';
import type { HookCallRepository } from './hooks/hook-calls.ts';
import type { PolicyRepository } from './policies/policy-repository.ts';

/** The repositories of a request, with those of governance. */
export interface GovernedStores extends Stores {
  readonly actions: ActionRepository;
  readonly hookCalls: HookCallRepository;
  readonly policies: PolicyRepository;
}

/** The same over the pool: each call on its own, or all of them in one transaction. */
export type GovernedStoresByCall = GovernedStores & IdempotentStores<GovernedStores>;
