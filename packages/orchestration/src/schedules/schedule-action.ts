import type { Action } from '@cairn/governance';
import { inputHash } from '../run/govern.ts';
import type { NewSchedule, Schedule } from './schedule.ts';

/** What governance is asked about a schedule, when it is made and again at each run. */
export function scheduleAction(schedule: NewSchedule | Schedule): Action {
  const { goal, plan, cron, timeZone, maxRuns, endsAt } = schedule;
  return {
    kind: 'schedule.create',
    // The goal may hold what is nobody else's business; the digest says which one it is.
    template: { kind: 'task', input_hash: inputHash({ goal, plan: plan ?? null }), steps: plan?.steps.map((step) => step.kind) ?? [] },
    recurrence: `${cron} ${timeZone}`,
    ...(maxRuns === undefined || maxRuns === null ? {} : { max_runs: maxRuns }),
    ...(endsAt === undefined || endsAt === null ? {} : { ends_at: endsAt }),
  };
}
