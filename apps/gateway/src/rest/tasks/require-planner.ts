import { CairnError } from '@cairn/core';
import type { RestDeps } from '../rest-deps.ts';

/** @throws INVALID_ARGUMENT when nothing could plan a goal that comes without a plan. */
export function requirePlanner({ hasPlanner }: Pick<RestDeps, 'hasPlanner'>): void {
  if (hasPlanner) return;
  const message = 'is needed: no model is configured that could plan the goal (CAIRN_AI_BASE_URL, CAIRN_AI_MODEL)';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: plan ${message}`, issues: [{ path: 'plan', message }] });
}
