import { newId } from '@cairn/core';
import { nextTaskStatus, planBounds, isFinal } from '@cairn/orchestration';
import type { Plan, TaskDecision, TaskError, TaskEvent, TaskStatus } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { countTask, offerNextInLine } from './task-counts.ts';
import { keptPlan, sealDetail, sealPlan, taskColumns, type TaskRow, type TaskSealer } from './task-rows.ts';

/** A task in an open transaction that has locked its row. */
export interface HeldTask {
  readonly trx: Transaction<Schema>;
  readonly sealer: TaskSealer;
  readonly row: TaskRow;
}

/**
 * The task's row, locked until the transaction ends; undefined: the user has no such task. What is below it may refer to it all the same:
 * who goes down from it waits for one that ends, which tells the task above.
 */
export async function lockTask(
  trx: Transaction<Schema>,
  { projectId, userId, id }: { readonly projectId: string; readonly userId: string; readonly id: string },
): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`select ${sql.raw(taskColumns)} from cairn.tasks t
    where t.project_id = ${projectId} and t.user_id = ${userId} and t.id = ${id} for no key update`.execute(trx);
  return rows[0];
}

export interface Move {
  readonly error?: TaskError | null | undefined;
  /** When it is looked at again whatever happens; undefined: when somebody answers. */
  readonly wakeInMs?: number | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** Moves a task along one event and tells it; the row as it is then. Throws when its state does not let it. */
export async function moveTask({ trx, sealer, row }: HeldTask, event: TaskEvent, move: Move = {}): Promise<TaskRow> {
  const next = nextTaskStatus(row.status, event);
  if (next === undefined) throw new Error(`a task that is ${row.status} cannot ${event}`);
  const over = isFinal(next);
  const error = move.error === undefined ? undefined : move.error;
  const { rows } = await sql<TaskRow>`update cairn.tasks t set status = ${next}, updated_at = clock_timestamp(),
      finished_at = case when ${over} then clock_timestamp() end,
      ${error === undefined ? sql`` : sql`error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},`}
      ${isWorkedOn(next) ? sql`` : sql`claim_token = null, claim_expires_at = null, idle_claims = 0,`}
      held_back = false,
      pausing = case when ${next === 'paused' || over} then false else pausing end,
      wake_at = ${move.wakeInMs === undefined ? sql`null` : inMs(move.wakeInMs)}
    where t.project_id = ${sealer.projectId} and t.id = ${row.id}
    returning ${sql.raw(taskColumns)}`.execute(trx);
  const moved = rows[0] as TaskRow;
  await tellTask({ trx, sealer, row }, { type: `task.${next}`, detail: { ...move.detail, ...(move.error ? { error: move.error } : {}) } });
  if (over && row.parent_task !== null) await sql`select cairn.wake_task(${sealer.projectId}, ${row.parent_task})`.execute(trx);
  if (row.claim_token !== null && !isWorkedOn(next)) await offerNextInLine(trx, sealer);
  // Last, since others may wait for the count: whoever holds it waits for no task.
  if (over !== isFinal(row.status)) await countTask(trx, sealer, over ? -1 : 1);
  return moved;
}

const isWorkedOn = (status: TaskStatus): boolean => status === 'running' || status === 'planning' || status === 'cancelling';

const inMs = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000})`;

export interface Telling {
  readonly type: string;
  readonly stepId?: string | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds an event to the task's timeline. */
export async function tellTask({ trx, sealer, row }: HeldTask, { type, stepId, detail = {} }: Telling): Promise<void> {
  await sql`with n as (update cairn.tasks set events = events + 1, updated_at = clock_timestamp()
      where project_id = ${sealer.projectId} and id = ${row.id} returning events)
    insert into cairn.task_events (project_id, task_id, seq, type, step_id, detail)
      select ${sealer.projectId}, ${row.id}, n.events, ${type}, ${stepId ?? null}, ${JSON.stringify(detail)}::jsonb from n`.execute(trx);
}

/** Tells the queue that there is something to do. */
export async function offerTask({ trx, sealer, row }: HeldTask): Promise<void> {
  await sql`select cairn.offer_task(${sealer.projectId}, ${row.id})`.execute(trx);
}

export interface MadePlan {
  readonly plan: Plan;
  readonly madeBy: 'caller' | 'planner';
  readonly model: string | null;
  readonly inputHash: string;
}

/** Puts a plan in use, as the next revision; its steps have not begun. */
export async function insertPlan({ trx, sealer, row }: HeldTask, { plan, madeBy, model, inputHash }: MadePlan): Promise<void> {
  const { projectId } = sealer;
  const revision = row.revision + 1;
  const kept = keptPlan(plan, inputHash);
  await sql`insert into cairn.task_plans (project_id, task_id, revision, made_by, model, plan)
    values (${projectId}, ${row.id}, ${revision}, ${madeBy}, ${model}, ${sealPlan(sealer, row.id, revision, kept)})`.execute(trx);
  await sql`insert into cairn.task_steps (project_id, task_id, revision, id, ordinal, kind)
    select ${projectId}, ${row.id}, ${revision}, s.id, s.ordinal, s.kind
    from unnest(${plan.steps.map(({ id }) => id)}::text[], ${plan.steps.map(({ kind }) => kind)}::text[]) with ordinality as s (id, kind, ordinal)`.execute(
    trx,
  );
  await sql`update cairn.tasks set revision = ${revision}, parallelism = ${plan.parallelism ?? planBounds.defaultParallelism},
      total = ${plan.steps.length}, done = 0
    where project_id = ${projectId} and id = ${row.id}`.execute(trx);
  const at = { trx, sealer, row: { ...row, revision } };
  await tellTask(at, { type: 'plan.stored', detail: { revision, made_by: madeBy, steps: plan.steps.length } });
  await noteDecision(at, {
    stepId: null,
    subject: 'plan',
    outcome: 'taken',
    decisionId: null,
    detail: { hash: kept.hash, input_hash: inputHash, made_by: madeBy, model, steps: plan.steps.length },
  });
}

type Made = Omit<TaskDecision, 'id' | 'at' | 'revision'>;

/** Writes a decision about the plan in use. */
export const noteDecision = (held: HeldTask, made: Made): Promise<void> => noteDecisions(held, [made]);

/** Writes decisions about the plan in use, as many as its steps, in one statement. */
export async function noteDecisions({ trx, sealer, row }: HeldTask, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map((one) => ({ ...one, id: newId() }));
  await sql`insert into cairn.task_decisions (project_id, task_id, revision, id, step_id, subject, outcome, decision_id, detail)
    select ${sealer.projectId}, ${row.id}, ${row.revision}, d.* from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ stepId }) => stepId)}::text[], ${rows.map(({ subject }) => subject)}::text[],
      ${rows.map(({ outcome }) => outcome)}::text[], ${rows.map(({ decisionId }) => decisionId)}::uuid[],
      ${rows.map(({ id, detail }) => sealDetail(sealer, id, detail))}::bytea[]) as d`.execute(trx);
}
