import type { PlanLimits } from '@cairn/auth';
import type { Plan } from '@cairn/core';
import type { LimitStore } from './limit-store.ts';

/** Where a credential stands, as the headers of its next answer would begin from. */
export interface Standing {
  /** Requests an hour. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins anew; 0 when none is under way. */
  readonly reset: number;
}

/** Where credentials of that plan stand, in their order, without counting a request; null where it is not known. */
export type StandingsOf = (credentialIds: readonly string[], plan: Plan) => Promise<readonly (Standing | null)[]>;

export function createStandings({ limits, store }: { readonly limits: PlanLimits; readonly store: LimitStore }): StandingsOf {
  return async (credentialIds, plan) => {
    const limit = limits[plan];
    const counts = await store.peek(credentialIds);
    return credentialIds.map((_id, at) => {
      const count = counts?.[at];
      return count ? { limit, remaining: Math.max(0, limit - count.current), reset: Math.ceil(count.ttl / 1000) } : null;
    });
  };
}
