import { nextStepStatus, stepStatuses } from '@cairn/orchestration';
import type { PlanStep, RunStep, StepChange, StepEvent, StepStatus } from '@cairn/orchestration';
import { sql } from 'kysely';
import { openPlan, sealOutput, sealPermit, stepsById, type StepRow } from './task-rows.ts';
import type { HeldTask } from './task-writes.ts';

/** The steps of the plan in use, in its order, with what came of what they wait for elsewhere. */
export async function readSteps({ trx, sealer, row }: HeldTask): Promise<readonly RunStep[]> {
  const { projectId } = sealer;
  const [plan, steps] = await Promise.all([
    sql<{ revision: number; plan: Uint8Array }>`select revision, plan from cairn.task_plans
      where project_id = ${projectId} and task_id = ${row.id} and revision = ${row.revision}`.execute(trx),
    sql<StepRow>`select s.id, s.kind, s.status, s.attempts,
        (extract(epoch from s.due_at - clock_timestamp()) * 1000)::float8 as due_in_ms,
        s.decision_id, s.approval_id, s.action_digest, s.child_task, s.output is not null as has_output, s.error_code, s.error_message,
        case s.status
          when 'awaiting_approval' then exists (select from cairn.approvals a
            where a.project_id = s.project_id and a.id = s.approval_id and (a.status <> 'pending' or a.expires_at <= clock_timestamp()))
          when 'permitted' then exists (select from cairn.executions x
            where x.project_id = s.project_id and x.decision_id = s.decision_id and x.reported_at is not null)
          when 'executing' then case s.kind
            when 'action' then exists (select from cairn.executions x
              where x.project_id = s.project_id and x.decision_id = s.decision_id and x.reported_at is not null)
            when 'task' then exists (select from cairn.tasks c
              where c.project_id = s.project_id and c.id = s.child_task and c.finished_at is not null)
            else false end
          else false end as answered,
        (extract(epoch from clock_timestamp() - s.started_at) * 1000)::float8 as age_ms
      from cairn.task_steps s
      where s.project_id = ${projectId} and s.task_id = ${row.id} and s.revision = ${row.revision}
      order by s.ordinal`.execute(trx),
  ]);
  const kept = plan.rows[0];
  if (kept === undefined) return [];
  const planned = stepsById(openPlan(sealer, row.id, kept).plan);
  return steps.rows.map((step) => toRunStep(step, planned.get(step.id) as PlanStep));
}

function toRunStep(row: StepRow, plan: PlanStep): RunStep {
  const dueInMs = row.answered ? 0 : (row.due_in_ms ?? undefined);
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    dependsOn: plan.depends_on ?? [],
    dueInMs,
    errorCode: row.error_code ?? undefined,
    errorMessage: row.error_message ?? undefined,
    plan,
    attempts: row.attempts,
    decisionId: row.decision_id,
    approvalId: row.approval_id,
    actionDigest: row.action_digest,
    childTaskId: row.child_task,
    hasOutput: row.has_output,
    ageMs: row.age_ms ?? undefined,
  };
}

/** Where a step stands after an event, wherever it stood before. */
const reached = (event: StepEvent): StepStatus =>
  stepStatuses.map((status) => nextStepStatus(status, event)).find((next) => next !== undefined) as StepStatus;

const statusesBefore = (event: StepEvent): readonly StepStatus[] =>
  stepStatuses.filter((status) => nextStepStatus(status, event) !== undefined);

const ended: ReadonlySet<StepStatus> = new Set(['succeeded', 'failed', 'denied', 'skipped']);

/** Changes a step and tells it, in one statement. Throws when its state does not let it. */
export async function changeStep({ trx, sealer, row }: HeldTask, id: string, change: StepChange): Promise<void> {
  const { event } = change;
  const next = reached(event);
  const detail = { ...change.detail, ...(change.error ? { error: change.error } : {}) };
  const sets = [
    sql`status = ${next}`,
    sql`finished_at = case when ${ended.has(next)} then clock_timestamp() when ${next === 'compensated'} then finished_at end`,
    ...(event === 'start' || event === 'permit' || event === 'succeed' ? [sql`started_at = coalesce(started_at, clock_timestamp())`] : []),
    ...(change.output === undefined
      ? []
      : [sql`output = ${change.output === null ? null : sealOutput(sealer, row.id, id, change.output)}`]),
    ...(change.error === undefined
      ? []
      : [sql`error_code = ${change.error?.code ?? null}, error_message = ${change.error?.message ?? null}`]),
    ...(change.attempts === undefined ? [] : [sql`attempts = ${change.attempts}`]),
    ...(change.dueInMs === undefined
      ? []
      : [sql`due_at = ${change.dueInMs === null ? sql`null` : sql`clock_timestamp() + make_interval(secs => ${change.dueInMs / 1000})`}`]),
    ...(change.decisionId === undefined ? [] : [sql`decision_id = ${change.decisionId}`]),
    ...(change.approvalId === undefined ? [] : [sql`approval_id = ${change.approvalId}`]),
    ...(change.actionDigest === undefined ? [] : [sql`action_digest = ${change.actionDigest}`]),
    ...(change.permit === undefined
      ? []
      : [sql`permit = ${change.permit === null ? null : sealPermit(sealer, row.id, id, change.permit)}`]),
    ...(change.childTaskId === undefined ? [] : [sql`child_task = ${change.childTaskId}`]),
  ];
  const done = next === 'succeeded' ? 1 : next === 'compensated' ? -1 : 0;
  const { rows } = await sql<{ seq: number }>`with s as (
      update cairn.task_steps set ${sql.join(sets)}
      where project_id = ${sealer.projectId} and task_id = ${row.id} and revision = ${row.revision} and id = ${id}
        and status = any (${[...statusesBefore(event)]}::text[]) returning id),
    n as (
      update cairn.tasks set events = events + 1, done = done + ${done}, idle_claims = 0, updated_at = clock_timestamp()
      where project_id = ${sealer.projectId} and id = ${row.id} and exists (select from s) returning events)
    insert into cairn.task_events (project_id, task_id, seq, type, step_id, detail)
      select ${sealer.projectId}, ${row.id}, n.events, ${`step.${next}`}, ${id}, ${JSON.stringify(detail)}::jsonb from n returning seq`.execute(
    trx,
  );
  if (rows.length === 0) throw new Error(`the step cannot ${event} where it stands`);
}
