import { planBounds } from '../plan/plan-bounds.ts';
import type { PlanStep } from '../plan/plan-shape.ts';

const longestWaitMs = 3_600_000;

/** Runs that a step has in all. */
export const attemptsOf = ({ retry }: Pick<PlanStep, 'retry'>): number => retry?.max_attempts ?? planBounds.defaultAttempts;

/**
 * Milliseconds until the next run after `attempts` failed ones: doubled each time, of which up to half is left out at random, so that
 * what failed together does not come back together. At most an hour.
 */
export function backoffMs({ retry }: Pick<PlanStep, 'retry'>, attempts: number, random: () => number = Math.random): number {
  const first = retry?.backoff_ms ?? planBounds.defaultBackoffMs;
  const whole = Math.min(first * 2 ** Math.max(attempts - 1, 0), longestWaitMs);
  return Math.round(whole * (1 - random() / 2));
}
