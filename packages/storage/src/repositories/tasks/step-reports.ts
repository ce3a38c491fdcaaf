import { newId, type Actor } from '@cairn/core';
import { hashPermit, type ActionRepository } from '@cairn/governance';
import { backoffMs, isFinal, nextTaskStatus } from '@cairn/orchestration';
import type { RunStep, StepChange, StepReport } from '@cairn/orchestration';
import { sql } from 'kysely';
import { changeStep, readSteps } from './task-steps.ts';
import { openPermit, sealOutput } from './task-rows.ts';
import { moveTask, noteDecision, offerTask, tellTask, type HeldTask } from './task-writes.ts';

export type ReportRefusal = { readonly outcome: 'no_step' } | { readonly outcome: 'conflict'; readonly reason: string };

export interface Reported {
  readonly actor: Actor;
  /** In the same transaction. */
  readonly actions: ActionRepository;
  readonly stepId: string;
  readonly report: StepReport;
}

/** Takes what is said of a step; undefined: it was taken. */
export async function reportStep(held: HeldTask, { actor, actions, stepId, report }: Reported): Promise<ReportRefusal | undefined> {
  const { row } = held;
  const step = (await readSteps(held)).find(({ id }) => id === stepId);
  if (step === undefined) return { outcome: 'no_step' };
  if (isFinal(row.status) || row.status === 'cancelling')
    return { outcome: 'conflict', reason: `the task is ${row.status}; nothing more is taken` };
  const reason = refusalOf(step, report);
  if (reason !== undefined) return { outcome: 'conflict', reason };
  if (isEarly(step)) {
    await keepEarly(held, step, report);
    return undefined;
  }
  const unspent =
    step.kind === 'action' && step.status !== 'unknown' ? await settleExecution(held, step, { actor, actions, stepId, report }) : undefined;
  if (unspent !== undefined) return { outcome: 'conflict', reason: unspent };
  if (step.status === 'unknown') await notePerson(held, step, report);
  await changeStep(held, stepId, changeOf(step, report));
  if (nextTaskStatus(row.status, 'wake') !== undefined) {
    await moveTask(held, 'wake');
    await offerTask(held);
  }
  return undefined;
}

function refusalOf(step: RunStep, report: StepReport): string | undefined {
  if (step.status === 'unknown')
    return report.status === 'unknown' ? 'its outcome is unknown already; say succeeded, failed or retry' : undefined;
  if (report.status === 'retry') return 'only a step whose outcome is unknown can be told to be done again';
  if (step.kind === 'action') {
    return step.status === 'permitted' || step.status === 'executing'
      ? undefined
      : `step "${step.id}" is ${step.status}; it does not wait for a result`;
  }
  if (step.kind !== 'wait' || !waitsForEvent(step))
    return `step "${step.id}" is a ${step.kind}; only an action, or a wait for an event, takes a result`;
  if (step.status !== 'pending' && step.status !== 'executing') return `step "${step.id}" is ${step.status}; it does not wait for a result`;
  if (report.status !== 'succeeded') return 'an event has happened or not: only succeeded can be said of it';
  return step.hasOutput ? `step "${step.id}" has its event already` : undefined;
}

const waitsForEvent = ({ plan }: RunStep): boolean => plan.input?.['event'] !== undefined;

/** An event that comes before its wait begins is kept for it. */
const isEarly = ({ kind, status }: RunStep): boolean => kind === 'wait' && status === 'pending';

async function keepEarly(held: HeldTask, { id }: RunStep, { output = {} }: StepReport): Promise<void> {
  const { trx, sealer, row } = held;
  await sql`update cairn.task_steps set output = ${sealOutput(sealer, row.id, id, output)}
    where project_id = ${sealer.projectId} and task_id = ${row.id} and revision = ${row.revision} and id = ${id}`.execute(trx);
  await tellTask(held, { type: 'step.event_kept', stepId: id });
}

/**
 * An action is done by its permit, once: one that was not begun is begun here, and its outcome told, so that what is kept of executions
 * says the same as the task. Why not: in words.
 */
async function settleExecution(
  { trx, sealer, row }: HeldTask,
  step: RunStep,
  { actor, actions, report }: Reported,
): Promise<string | undefined> {
  const { rows } = await sql<{ permit: Uint8Array | null; execution: string | null; reported: boolean }>`select s.permit,
      x.id as execution, coalesce(x.reported_at is not null, false) as reported
    from cairn.task_steps s
    left join lateral (select e.id, e.reported_at from cairn.executions e where e.project_id = s.project_id and e.decision_id = s.decision_id
      order by e.started_at desc limit 1) x on true
    where s.project_id = ${sealer.projectId} and s.task_id = ${row.id} and s.revision = ${row.revision} and s.id = ${step.id}`.execute(trx);
  const { permit, execution, reported } = rows[0] ?? { permit: null, execution: null, reported: false };
  if (reported) return undefined;
  const executionId = execution ?? newId();
  if (execution === null) {
    if (permit === null || step.decisionId === null) return 'it has no permit to spend';
    const tokenHash = hashPermit(openPermit(sealer, row.id, step.id, permit));
    const spent = await actions.start(actor, { decisionId: step.decisionId, tokenHash, executionId, status: 'running' });
    if (spent !== 'done') return `its permit cannot be used (${spent})`;
  }
  const told = await actions.report(actor, executionId, { status: report.status === 'retry' ? 'unknown' : report.status });
  return told === 'done' ? undefined : `the outcome is not taken (${told})`;
}

function changeOf(step: RunStep, { status, output = {}, error }: StepReport): StepChange {
  if (status === 'succeeded') return { event: 'succeed', output, permit: null, error: null, dueInMs: null };
  if (status === 'unknown') return { event: 'lose', permit: null, dueInMs: null };
  if (status === 'retry') return { event: 'retry', permit: null, error: null, dueInMs: null };
  const failure = { code: 'reported_failure', message: 'it was reported as failed' };
  const attempts = step.attempts + 1;
  const told = { error: failure, attempts, permit: null, ...(error === undefined ? {} : { output: { error } }) };
  const mayRetry = step.plan.retry?.max_attempts !== undefined && attempts < step.plan.retry.max_attempts && step.status !== 'unknown';
  if (mayRetry) return { event: 'retry', ...told, dueInMs: backoffMs(step.plan, attempts) };
  return { event: 'fail', ...told, dueInMs: null };
}

const notePerson = (held: HeldTask, { id, decisionId }: RunStep, { status }: StepReport): Promise<void> =>
  noteDecision(held, { stepId: id, subject: 'person', outcome: status, decisionId, detail: { of: 'an outcome that was unknown' } });
