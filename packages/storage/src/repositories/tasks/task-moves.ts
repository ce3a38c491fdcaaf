import { nextTaskStatus } from '@cairn/orchestration';
import type { NewTask, PlanPreview, TaskEvent } from '@cairn/orchestration';
import { sql } from 'kysely';
import { goingOnBelow, pausedBelow } from './sub-tasks.ts';
import { agentOfTask, requireEnd, requireFit } from './task-agents.ts';
import { hashOf, openGoal } from './task-rows.ts';
import { insertPlan, moveTask, noteDecisions, offerTask, tellTask, type HeldTask } from './task-writes.ts';

/** Why a request to a task is not done. */
export interface Refusal {
  readonly outcome: 'conflict';
  readonly reason: string;
}

const refuse = (reason: string): Refusal => ({ outcome: 'conflict', reason });

/** Undefined: it is possible. */
function refusalOf({ row }: HeldTask, event: TaskEvent, reason: string): Refusal | undefined {
  return nextTaskStatus(row.status, event) === undefined ? refuse(reason) : undefined;
}

export async function runTask(held: HeldTask): Promise<Refusal | undefined> {
  const { status } = held.row;
  const refusal = refusalOf(
    held,
    'execute',
    status === 'planning'
      ? 'it has no plan yet; wait until it is planned'
      : 'only a planned task can be run; a paused one is resumed, a failed one retried',
  );
  if (refusal) return refusal;
  await moveTask(held, 'execute');
  await offerTask(held);
  return undefined;
}

export async function pauseTask(held: HeldTask): Promise<Refusal | undefined> {
  const { row } = held;
  if (row.status === 'paused' || (row.status === 'running' && row.pausing)) return undefined;
  const refusal = refusalOf(held, 'pause', 'only a task that is queued, running or waiting can be paused');
  if (refusal) return refusal;
  const below = await goingOnBelow(held);
  await pauseOne(held, below.length === 0 ? {} : { sub_tasks: below.length });
  for (const one of below) await pauseOne(one, { why: 'the task above it was paused', task_id: one.row.parent_task });
  return undefined;
}

/** Pauses what began below a task since it was told to pause itself. */
export async function pauseChildren(held: HeldTask): Promise<void> {
  for (const one of await goingOnBelow(held)) await pauseOne(one, { why: 'the task above it was paused', task_id: one.row.parent_task });
}

async function pauseOne(held: HeldTask, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const { row, trx, sealer } = held;
  if (row.status !== 'planning' && !(row.status === 'running' && row.held)) {
    await moveTask(held, 'pause', { detail });
    return;
  }
  await sql`update cairn.tasks set pausing = true where project_id = ${sealer.projectId} and id = ${row.id}`.execute(trx);
  await tellTask(held, { type: 'task.pausing', detail });
}

export async function resumeTask(held: HeldTask): Promise<Refusal | undefined> {
  const refusal = refusalOf(held, 'resume', 'only a paused task can be resumed; one that failed is retried');
  if (refusal && !held.row.pausing) return refusal;
  const below = await pausedBelow(held);
  await resumeOne(held, below.length === 0 ? {} : { sub_tasks: below.length });
  for (const one of below) await resumeOne(one, { why: 'the task above it was resumed', task_id: one.row.parent_task });
  return undefined;
}

async function resumeOne(held: HeldTask, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const { row, trx, sealer } = held;
  if (row.pausing) {
    await sql`update cairn.tasks set pausing = false where project_id = ${sealer.projectId} and id = ${row.id}`.execute(trx);
    await tellTask(held, { type: 'task.resumed', detail });
    return;
  }
  await moveTask(held, 'resume', { detail });
  await offerTask(held);
}

export async function cancelTask(held: HeldTask): Promise<Refusal | undefined> {
  const { row } = held;
  if (row.status === 'cancelling' || row.status === 'cancelled') return undefined;
  const refusal = refusalOf(held, 'cancel', 'it has ended');
  if (refusal) return refusal;
  const cancelling = await moveTask(held, 'cancel');
  // What was begun is ended by a worker, which knows how.
  if (row.held || (await hasBegun(held))) await offerTask(held);
  else await moveTask({ ...held, row: cancelling }, 'finish_cancel');
  return undefined;
}

async function hasBegun({ trx, sealer, row }: HeldTask): Promise<boolean> {
  const { rows } =
    await sql`select from cairn.task_steps where project_id = ${sealer.projectId} and task_id = ${row.id} and status <> 'pending' limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

export async function retryTask(held: HeldTask): Promise<Refusal | undefined> {
  const { trx, sealer, row } = held;
  const refusal = refusalOf(held, 'retry', 'only a task that failed, was rejected, expired or timed out can be retried');
  if (refusal) return refusal;
  if (row.revision === 0) {
    await moveTask(held, 'plan_request', { error: null });
    await offerTask(held);
    return undefined;
  }
  await sql`update cairn.task_steps set status = 'pending', attempts = 0, due_at = null, error_code = null, error_message = null,
      finished_at = null, decision_id = null, approval_id = null, permit = null, child_task = null,
      output = case when status = 'compensated' then null else output end
    where project_id = ${sealer.projectId} and task_id = ${row.id} and revision = ${row.revision} and status not in ('succeeded', 'unknown')`.execute(
    trx,
  );
  await moveTask(held, 'retry', { error: null });
  await offerTask(held);
  return undefined;
}

export async function replanTask(held: HeldTask, plan: NewTask['plan'], previews: readonly PlanPreview[]): Promise<Refusal | undefined> {
  const { row, sealer } = held;
  const refusal = refusalOf(held, 'plan_request', 'only a task that has not begun, or has ended without success, takes another plan');
  if (refusal) return refusal;
  const agent = await agentOfTask(held);
  if (agent === 'gone') return refuse('the version of its agent is not kept any more; submit it anew');
  requireFit(agent, plan);
  requireEnd(held, plan);
  const planning = await moveTask(held, 'plan_request', { error: null });
  if (plan === undefined) {
    await offerTask(held);
    return undefined;
  }
  await insertPlan({ ...held, row: planning }, { plan, madeBy: 'caller', model: null, inputHash: hashOf({ goal: openGoal(sealer, row) }) });
  const next = { ...planning, revision: planning.revision + 1 };
  await moveTask({ ...held, row: next }, 'plan_ready');
  await noteDecisions({ ...held, row: next }, previews);
  return undefined;
}
