import { planBounds } from '@cairn/orchestration';
import type { StepStatus, TaskDecision, TaskEventRecord, TaskPlan, TaskStep } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { errorOf, openDetail, openOutput, openPermit, openPlan, stepsById, type TaskSealer } from './task-rows.ts';

interface Asked {
  readonly projectId: string;
  readonly userId: string;
  readonly id: string;
}

interface PlanRow {
  readonly revision: number;
  readonly made_by: 'caller' | 'planner';
  readonly model: string | null;
  readonly plan: Uint8Array;
  readonly created_at: string;
}

interface ShownStepRow {
  readonly id: string;
  readonly status: StepStatus;
  readonly attempts: number;
  readonly output: Uint8Array | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly decision_id: string | null;
  readonly approval_id: string | null;
  readonly permit: Uint8Array | null;
  readonly child_task: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** A plan with how far its steps are. */
export async function readPlan(
  trx: Transaction<Schema>,
  sealer: TaskSealer,
  { projectId, userId, id, revision }: Asked & { readonly revision: number | undefined },
): Promise<TaskPlan | undefined> {
  const { rows } = await sql<PlanRow>`select p.revision, p.made_by, p.model, p.plan, p.created_at
    from cairn.tasks t join cairn.task_plans p on p.project_id = t.project_id and p.task_id = t.id and p.revision = coalesce(${revision ?? null}::bigint, t.revision)
    where t.project_id = ${projectId} and t.user_id = ${userId} and t.id = ${id}`.execute(trx);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { plan, hash, inputHash } = openPlan(sealer, id, row);
  const planned = stepsById(plan);
  const steps =
    await sql<ShownStepRow>`select id, status, attempts, output, error_code, error_message, decision_id, approval_id, permit, child_task,
      started_at, finished_at
    from cairn.task_steps where project_id = ${projectId} and task_id = ${id} and revision = ${row.revision} order by ordinal`.execute(trx);
  return {
    revision: row.revision,
    madeBy: row.made_by,
    model: row.model,
    hash,
    inputHash,
    parallelism: plan.parallelism ?? planBounds.defaultParallelism,
    createdAt: row.created_at,
    steps: steps.rows.map((step): TaskStep => ({
      plan: planned.get(step.id) ?? { id: step.id, kind: 'wait' },
      status: step.status,
      attempts: step.attempts,
      output: step.output === null || step.status === 'pending' ? undefined : openOutput(sealer, id, step.id, step.output),
      error: errorOf(step),
      decisionId: step.decision_id,
      approvalId: step.approval_id,
      permit: step.permit === null ? null : openPermit(sealer, id, step.id, step.permit),
      childTaskId: step.child_task,
      startedAt: step.started_at,
      finishedAt: step.finished_at,
    })),
  };
}

interface DecisionRow {
  readonly id: string;
  readonly at: string;
  readonly revision: number;
  readonly step_id: string | null;
  readonly subject: TaskDecision['subject'];
  readonly outcome: string;
  readonly decision_id: string | null;
  readonly detail: Uint8Array;
}

export async function readDecisions(
  trx: Transaction<Schema>,
  sealer: TaskSealer,
  { projectId, userId, id }: Asked,
): Promise<readonly TaskDecision[] | undefined> {
  const task = await sql`select from cairn.tasks where project_id = ${projectId} and user_id = ${userId} and id = ${id}`.execute(trx);
  if (task.rows.length === 0) return undefined;
  const { rows } = await sql<DecisionRow>`select id, at, revision, step_id, subject, outcome, decision_id, detail from cairn.task_decisions
    where project_id = ${projectId} and task_id = ${id} order by at, id limit 5000`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    revision: row.revision,
    stepId: row.step_id,
    subject: row.subject,
    outcome: row.outcome,
    decisionId: row.decision_id,
    detail: openDetail(sealer, row.id, row.detail),
  }));
}

export async function readEvents(
  trx: Transaction<Schema>,
  { projectId, userId, id, after, limit }: Asked & { readonly after: number; readonly limit: number },
): Promise<readonly TaskEventRecord[]> {
  const { rows } = await sql<{ seq: number; at: string; type: string; step_id: string | null; detail: Readonly<Record<string, unknown>> }>`
    select e.seq, e.at, e.type, e.step_id, e.detail from cairn.tasks t
    join cairn.task_events e on e.project_id = t.project_id and e.task_id = t.id
    where t.project_id = ${projectId} and t.user_id = ${userId} and t.id = ${id} and e.seq > ${after} order by e.seq limit ${limit}`.execute(
    trx,
  );
  return rows.map(({ step_id: stepId, ...event }) => ({ ...event, stepId }));
}
