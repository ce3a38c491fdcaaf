import { backoffMs, isFinal, nextTaskStatus } from '@cairn/orchestration';
import type { RunStep, StepChange, StepReport } from '@cairn/orchestration';
import { changeStep, readSteps } from './task-steps.ts';
import { sealOutput } from './task-rows.ts';
import { moveTask, noteDecision, offerTask, tellTask, type HeldTask } from './task-writes.ts';
import { sql } from 'kysely';

export type ReportRefusal = { readonly outcome: 'no_step' } | { readonly outcome: 'conflict'; readonly reason: string };

/** Takes what is said of a step; undefined: it was taken. */
export async function reportStep(held: HeldTask, stepId: string, report: StepReport): Promise<ReportRefusal | undefined> {
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
