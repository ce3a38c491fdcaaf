import type { ActionsOptions } from '@cairn/governance';
import { faultOf } from '../run/step-fault.ts';
import { nextRun } from './cron.ts';
import type { DueSchedule, ScheduleRuns } from './schedule.ts';
import { scheduleAction } from './schedule-action.ts';

export interface ScheduleRunDeps {
  readonly runs: ScheduleRuns;
  /** Decides by the revision in force. */
  readonly evaluator: ActionsOptions['evaluator'];
}

/** Does what is due about one schedule: starts its task, decided anew under the policy and the rights of this moment, or ends it. */
export async function runSchedule(deps: ScheduleRunDeps, projectId: string, id: string): Promise<void> {
  const due = await deps.runs.load(projectId, id);
  if (due === undefined) return;
  if (due.actor === undefined) {
    return deps.runs.end(due, 'ended', {
      code: 'rights_lost',
      message: 'the credential that made it was revoked, or its person may not do so any more',
    });
  }
  if (due.schedule.status === 'waiting_approval') return lookAtApproval(deps, due);
  const { projectId: project, userId, credentialId } = due.actor;
  const acting = { projectId: project, userId, credentialId, agentId: due.schedule.agentId ?? undefined };
  const { outcome, ruleIds } = await deps.evaluator.evaluate(scheduleAction(due.schedule), acting);
  if (outcome === 'deny')
    return deps.runs.end(due, 'rejected', {
      code: 'policy_denied',
      message: `the policy denies it (${ruleIds.join(', ') || 'no rule allows it'})`,
    });
  // It was approved with its recurrence, its number of runs and its end; each step of its tasks is decided anew.
  await fire(deps, due);
}

/** A run that cannot be made now is left out and told; one that never can be ends the schedule. */
async function fire({ runs }: ScheduleRunDeps, due: DueSchedule): Promise<void> {
  try {
    await runs.fire(due, nextOf(due, due.schedule.runs + 1));
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    const { isPassing, ...told } = fault;
    if (isPassing) await runs.skip(due, nextOf(due, due.schedule.runs), told);
    else await runs.end(due, 'ended', told);
  }
}

/** Runs that nobody was there for are not caught up with: the next one is the next that comes. */
function nextOf({ schedule, now }: DueSchedule, runs: number): string | undefined {
  if (schedule.maxRuns !== null && runs >= schedule.maxRuns) return undefined;
  const next = nextRun(schedule, new Date(now))?.toISOString();
  return next === undefined || (schedule.endsAt !== null && next > schedule.endsAt) ? undefined : next;
}

async function lookAtApproval(deps: ScheduleRunDeps, due: DueSchedule): Promise<void> {
  const status = due.approvalStatus ?? 'cancelled';
  if (status === 'approved') return deps.runs.approve(due, nextOf(due, due.schedule.runs));
  if (status === 'expired') return deps.runs.end(due, 'expired', { code: 'approval_expired', message: 'nobody approved it in time' });
  if (status !== 'pending') return deps.runs.end(due, 'rejected', { code: `approval_${status}`, message: `its approval was ${status}` });
}
