import { defaultTaskLimits } from '@cairn/core';
import type { TaskPlanLimits } from '@cairn/core';
import type { z } from 'zod';
import { envFields } from './env-fields.ts';

const { free, premium } = defaultTaskLimits;

/** What workspaces may have of tasks; gateway and worker are given the same. */
export const taskLimitSettings = {
  CAIRN_TASKS_RUNNING_FREE: envFields.positiveInteger.default(free.running),
  CAIRN_TASKS_RUNNING_PREMIUM: envFields.positiveInteger.default(premium.running),
  CAIRN_TASKS_LIVE_FREE: envFields.positiveInteger.default(free.live),
  CAIRN_TASKS_LIVE_PREMIUM: envFields.positiveInteger.default(premium.live),
  CAIRN_TASKS_PER_HOUR_FREE: envFields.positiveInteger.optional(),
  CAIRN_TASKS_PER_HOUR_PREMIUM: envFields.positiveInteger.optional(),
  CAIRN_TASK_STEPS_FREE: envFields.positiveInteger.default(free.steps),
  CAIRN_TASK_STEPS_PREMIUM: envFields.positiveInteger.default(premium.steps),
} as const;

interface Given extends z.output<z.ZodObject<typeof taskLimitSettings>> {
  readonly CAIRN_RATE_LIMIT_FREE?: number | undefined;
  readonly CAIRN_RATE_LIMIT_PREMIUM?: number | undefined;
}

/** A workspace submits as many tasks an hour as one credential may send requests, unless told otherwise. */
export const taskLimitConfig = (given: Given): TaskPlanLimits => ({
  free: {
    running: given.CAIRN_TASKS_RUNNING_FREE,
    live: given.CAIRN_TASKS_LIVE_FREE,
    steps: given.CAIRN_TASK_STEPS_FREE,
    perHour: given.CAIRN_TASKS_PER_HOUR_FREE ?? given.CAIRN_RATE_LIMIT_FREE ?? free.perHour,
  },
  premium: {
    running: given.CAIRN_TASKS_RUNNING_PREMIUM,
    live: given.CAIRN_TASKS_LIVE_PREMIUM,
    steps: given.CAIRN_TASK_STEPS_PREMIUM,
    perHour: given.CAIRN_TASKS_PER_HOUR_PREMIUM ?? given.CAIRN_RATE_LIMIT_PREMIUM ?? premium.perHour,
  },
});
