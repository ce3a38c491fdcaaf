import { newId, type Actor, type TaskPlanLimits, type Walk } from '@cairn/core';
import { goalText } from '@cairn/orchestration';
import type { NewTask, PlanPreview, Task, TaskFilter, TaskRepository, TaskWrite } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { transactionSession, type Session } from '../../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../../sealing/project-keys.ts';
import { keyedDigest } from '../../sealing/term-hash.ts';
import { createActionRepository } from '../actions.ts';
import { recordAudit } from '../audit.ts';
import { agentToBind, requireFit } from './task-agents.ts';
import { readCheckpoint } from './checkpoint-basis.ts';
import { countTask } from './task-counts.ts';
import { requireRoom, requireSize } from './task-line.ts';
import { reportStep } from './step-reports.ts';
import { cancelTask, pauseTask, replanTask, resumeTask, retryTask, runTask, type Refusal } from './task-moves.ts';
import { readDecisions, readEvents, readPlan } from './task-reading.ts';
import { hashOf, sealGoal, taskColumns, toTask, type TaskRow, type TaskSealer } from './task-rows.ts';
import { insertPlan, lockTask, moveTask, noteDecisions, offerTask, tellTask, type HeldTask } from './task-writes.ts';

/** Tasks over the tables of migration 0014. */
export function createTaskRepository(session: Session, keys: ProjectKeys, limits: TaskPlanLimits): TaskRepository {
  const inTask = async <Result>(
    actor: Actor,
    work: (trx: Transaction<Schema>, place: TaskSealer, key: ProjectKey) => Promise<Result>,
  ): Promise<Result> => {
    const key = await keys.of(session, actor.projectId);
    return session.inProject(actor.projectId, (trx) => work(trx, { projectId: actor.projectId, key: key.seal }, key));
  };

  /** One request to a task, under its lock, with its audit. */
  const change = (actor: Actor, id: string, action: string, work: (held: HeldTask) => Promise<Refusal | undefined>): Promise<TaskWrite> =>
    inTask(actor, async (trx, sealer) => {
      const row = await lockTask(trx, { ...actor, id });
      const refusal = row && (await work({ trx, sealer, row }));
      const outcome = row === undefined ? 'not_found' : (refusal?.outcome ?? 'done');
      await recordAudit(trx, actor, { action: `task.${action}`, target: id, outcome });
      if (row === undefined) return { outcome: 'not_found' };
      if (refusal) return { outcome: 'conflict', status: row.status, reason: refusal.reason };
      return { outcome: 'done', task: (await find(trx, sealer, { ...actor, id })) as Task };
    });

  return {
    submit: (actor, task, previews = []) =>
      inTask(actor, async (trx, sealer, key) => {
        requireSize(limits[actor.plan], task.plan);
        await requireRoom(trx, sealer, limits);
        const agent = await agentToBind(trx, sealer, task.agentId);
        requireFit(agent, task.plan);
        const id = await insertTask(trx, {
          actor,
          sealer,
          task,
          agentVersion: agent?.version ?? null,
          goalDigest: goalDigest(key, task.goal),
        });
        const row = (await lockTask(trx, { ...actor, id })) as TaskRow;
        await begin({ trx, sealer, row }, task, previews);
        await recordAudit(trx, actor, { action: 'task.submit', target: id, outcome: 'done' });
        return (await find(trx, sealer, { ...actor, id })) as Task;
      }),

    walk: (actor, walk, filter) =>
      inTask(actor, async (trx, sealer) => (await page(trx, actor, { walk, filter })).map((row) => toTask(sealer, row))),
    get: (actor, id) => inTask(actor, (trx, sealer) => find(trx, sealer, { ...actor, id })),
    plan: (actor, id, revision) => inTask(actor, (trx, sealer) => readPlan(trx, sealer, { ...actor, id, revision })),
    decisions: (actor, id) => inTask(actor, (trx, sealer) => readDecisions(trx, sealer, { ...actor, id })),
    events: (actor, id, after, limit) => inTask(actor, (trx) => readEvents(trx, { ...actor, id, after, limit })),

    checkpoint: (actor, approvalId) => inTask(actor, (trx, sealer) => readCheckpoint(trx, sealer, approvalId)),

    run: (actor, id) => change(actor, id, 'run', runTask),
    pause: (actor, id) => change(actor, id, 'pause', pauseTask),
    resume: (actor, id) => change(actor, id, 'resume', resumeTask),
    cancel: (actor, id) => change(actor, id, 'cancel', cancelTask),
    retry: (actor, id) => change(actor, id, 'retry', retryTask),
    replan: (actor, id, plan, previews = []) =>
      change(actor, id, 'replan', (held) => {
        requireSize(limits[actor.plan], plan);
        return replanTask(held, plan, previews);
      }),

    report: (actor, id, stepId, report) =>
      inTask(actor, async (trx, sealer) => {
        const row = await lockTask(trx, { ...actor, id });
        const actions = createActionRepository(transactionSession(trx, actor.projectId), keys);
        const refusal = row && (await reportStep({ trx, sealer, row }, { actor, actions, stepId, report }));
        const outcome = row === undefined ? 'not_found' : (refusal?.outcome ?? report.status);
        await recordAudit(trx, actor, { action: 'task.report', target: id, outcome });
        if (row === undefined) return { outcome: 'not_found' };
        if (refusal?.outcome === 'no_step') return { outcome: 'no_step' };
        if (refusal) return { outcome: 'conflict', status: row.status, reason: refusal.reason };
        return { outcome: 'done', task: (await find(trx, sealer, { ...actor, id })) as Task };
      }),
  };
}

export const goalDigest = (key: ProjectKey, goal: string): Buffer => keyedDigest(key.digest, Buffer.from(`task goal\n${goalText(goal)}`));

export interface TaskSource {
  readonly actor: Pick<Actor, 'userId' | 'credentialId' | 'kind' | 'ownerId' | 'requestId' | 'traceId'>;
  readonly sealer: TaskSealer;
  readonly task: Pick<NewTask, 'goal' | 'agentId' | 'run'>;
  /** Of its agent's definition; null: it has none. */
  readonly agentVersion: number | null;
  readonly goalDigest: Buffer;
  /** The task above it. */
  readonly parent?: TaskAbove | undefined;
}

interface TaskAbove {
  readonly taskId: string;
  readonly stepId: string;
  readonly depth: number;
  readonly traceId: string;
  /** Where that comes from which nobody vouches for in what it gives the task. */
  readonly sources: readonly string[];
}

/** A task without a plan; its id. */
export async function insertTask(
  trx: Transaction<Schema>,
  { actor, sealer, task, agentVersion, goalDigest: digest, parent }: TaskSource,
): Promise<string> {
  const id = newId();
  const traceId = parent?.traceId ?? actor.traceId;
  await sql`insert into cairn.tasks (project_id, id, user_id, credential_id, credential_kind, owner_id, request_id, trace_id, agent_id, agent_version,
      goal, goal_digest, status, runs_when_planned, depth, parent_task, parent_step, sources)
    values (${sealer.projectId}, ${id}, ${actor.userId}, ${actor.credentialId}, ${actor.kind}, ${actor.ownerId}, ${actor.requestId}, ${traceId},
      ${task.agentId ?? null}, ${agentVersion}, ${sealGoal(sealer, id, task.goal)}, ${digest}, 'submitted', ${task.run}, ${(parent?.depth ?? 0) + 1},
      ${parent?.taskId ?? null}, ${parent?.stepId ?? null}, ${[...(parent?.sources ?? [])]}::text[])`.execute(trx);
  await countTask(trx, sealer, 1);
  return id;
}

/** Takes a new task to where it waits for its run, or for its planner. */
export async function begin(held: HeldTask, { goal, plan, run }: NewTask, previews: readonly PlanPreview[]): Promise<void> {
  await tellTask(held, { type: 'task.submitted' });
  if (plan === undefined) {
    await moveTask(held, 'plan_request');
    await offerTask(held);
    return;
  }
  await insertPlan(held, { plan, madeBy: 'caller', model: null, inputHash: hashOf({ goal }) });
  const planned = await moveTask({ ...held, row: { ...held.row, revision: held.row.revision + 1 } }, 'plan_ready');
  await noteDecisions({ ...held, row: planned }, previews);
  if (!run) return;
  await moveTask({ ...held, row: planned }, 'execute');
  await offerTask(held);
}

interface Whose {
  readonly userId: string;
  readonly id: string;
}

async function find(trx: Transaction<Schema>, sealer: TaskSealer, { userId, id }: Whose): Promise<Task | undefined> {
  const { rows } = await sql<TaskRow>`select ${sql.raw(taskColumns)} from cairn.tasks t
    where t.project_id = ${sealer.projectId} and t.user_id = ${userId} and t.id = ${id}`.execute(trx);
  return rows[0] && toTask(sealer, rows[0]);
}

async function page(
  trx: Transaction<Schema>,
  { projectId, userId }: Actor,
  { walk: { limit, after }, filter = {} }: { readonly walk: Walk; readonly filter?: TaskFilter | undefined },
): Promise<readonly TaskRow[]> {
  const { rows } = await sql<TaskRow>`select ${sql.raw(taskColumns)} from cairn.tasks t
    where t.project_id = ${projectId} and t.user_id = ${userId}
      ${filter.status === undefined ? sql`` : sql`and t.status = ${filter.status}`}
      ${filter.agentId === undefined ? sql`` : sql`and t.agent_id = ${filter.agentId}`}
      ${filter.parentTaskId === undefined ? sql`` : sql`and t.parent_task = ${filter.parentTaskId}`}
      ${after === undefined ? sql`` : sql`and (t.created_at, t.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
    order by t.created_at desc, t.id desc limit ${limit}`.execute(trx);
  return rows;
}
