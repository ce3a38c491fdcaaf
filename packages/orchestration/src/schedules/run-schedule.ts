import { CairnError, type Actor } from '@cairn/core';
import type { ActionsOptions, Evaluated } from '@cairn/governance';
import { evaluation } from '../run/govern.ts';
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
  if (due.schedule.status === 'waiting_approval') return lookAtApproval(deps, due, due.actor);
  const evaluated = await evaluate(deps, due, due.actor);
  const { outcome, ruleIds } = evaluated.decision;
  if (outcome === 'deny')
    return deps.runs.end(due, 'rejected', {
      code: 'policy_denied',
      message: `the policy denies it (${ruleIds.join(', ') || 'no rule allows it'})`,
    });
  // Nobody was asked when it was made. One that was approved was so with its recurrence, its number of runs and its end.
  if (outcome === 'require_approval' && due.schedule.approvalId === null)
    return deps.runs.decide(due, evaluated, nextOf(due, due.schedule.runs));
  // Each step of its task is decided anew.
  await fire(deps, due);
}

const evaluate = ({ evaluator }: ScheduleRunDeps, { schedule }: DueSchedule, actor: Actor): Promise<Evaluated> =>
  evaluation(evaluator)(actor, scheduleAction(schedule), { agentId: schedule.agentId ?? undefined });

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

/** What people were asked for under a policy that holds no more is decided anew. */
async function lookAtApproval(deps: ScheduleRunDeps, due: DueSchedule, actor: Actor): Promise<void> {
  const next = nextOf(due, due.schedule.runs);
  const status = due.approvalStatus ?? 'cancelled';
  if (status === 'approved') {
    try {
      return await deps.runs.approve(due, next);
    } catch (error) {
      if (!(error instanceof CairnError) || error.code !== 'PERMIT_NOT_USABLE') throw error;
    }
  }
  if (status === 'approved' || status === 'superseded') return deps.runs.decide(due, await evaluate(deps, due, actor), next);
  if (status === 'expired') return deps.runs.end(due, 'expired', { code: 'approval_expired', message: 'nobody approved it in time' });
  if (status !== 'pending') return deps.runs.end(due, 'rejected', { code: `approval_${status}`, message: `its approval was ${status}` });
}
