import type { Plan } from './principal.ts';

/** What a workspace may have of tasks, by what it pays for. */
export interface TaskLimits {
  /** Tasks that are carried out at the same time. The others stay queued, in order, and say so; one that waits is none of them. */
  readonly running: number;
  /** Tasks that have not ended. */
  readonly live: number;
  /** Steps of one plan. */
  readonly steps: number;
  /** Tasks that are submitted within an hour. */
  readonly perHour: number;
}

export type TaskPlanLimits = Readonly<Record<Plan, TaskLimits>>;

export const defaultTaskLimits: TaskPlanLimits = {
  free: { running: 10, live: 1000, steps: 500, perHour: 1000 },
  premium: { running: 50, live: 20_000, steps: 1000, perHour: 10_000 },
};
