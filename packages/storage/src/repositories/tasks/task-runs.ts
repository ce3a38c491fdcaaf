import { newId } from '@cairn/core';
import type { TaskPlanLimits } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import { ClaimLost, nextTaskStatus } from '@cairn/orchestration';
import type { ClaimedTask, Control, TaskClaim, TaskRuns } from '@cairn/orchestration';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/open.ts';
import { storeError } from '../../database/failures.ts';
import type { Schema } from '../../database/schema.ts';
import type { Session } from '../../database/session.ts';
import type { ProjectKeys } from '../../sealing/project-keys.ts';
import { agentOfTask } from './task-agents.ts';
import { standingActor } from './standing-actor.ts';
import { cancelTask, pauseChildren } from './task-moves.ts';
import { openGoal, openOutput, taskColumns, type TaskRow, type TaskSealer } from './task-rows.ts';
import { readSteps } from './task-steps.ts';
import { offerNextInLine } from './task-counts.ts';
import { holdBack, mayCarryOut } from './task-line.ts';
import { createTaskWork } from './task-work.ts';
import { lockTask, moveTask, offerTask, tellTask, type HeldTask } from './task-writes.ts';

/** A worker that is not heard of for this long has lost the task. */
const lease = sql`clock_timestamp() + interval '15 seconds'`;
/** When somebody looks whether it has. */
const afterLease = sql`clock_timestamp() + interval '16 seconds'`;

export interface RunDeps {
  readonly session: Session;
  readonly database: Database;
  readonly keys: ProjectKeys;
  readonly limits: TaskPlanLimits;
  /** The stores in an open transaction of the project, and what is to be told once it is through. */
  readonly storesWithin: (
    trx: Transaction<Schema>,
    projectId: string,
  ) => { readonly stores: GovernedStores; readonly committed: () => void };
}

export function createTaskRuns({ session, database, keys, limits, storesWithin }: RunDeps): TaskRuns {
  const maintenance = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  const sealerOf = async (projectId: string): Promise<TaskSealer> => ({ projectId, key: (await keys.of(session, projectId)).seal });

  return {
    async claim(projectId, taskId) {
      const sealer = await sealerOf(projectId);
      return session.inProject(projectId, (trx) => claim({ trx, sealer, limits }, taskId));
    },

    beat: (held) => session.inProject(held.projectId, async (trx) => controlOf(await renew(trx, held))),

    async outputs({ projectId, taskId }, revision, steps) {
      const sealer = await sealerOf(projectId);
      return session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ id: string; output: Uint8Array }>`select id, output from cairn.task_steps
          where project_id = ${projectId} and task_id = ${taskId} and revision = ${revision} and id = any (${[...steps]}::text[])
            and output is not null`.execute(trx);
        return new Map(rows.map(({ id, output }) => [id, openOutput(sealer, taskId, id, output)]));
      });
    },

    async write(held, work) {
      const sealer = await sealerOf(held.projectId);
      const key = await keys.of(session, held.projectId);
      let committed = (): void => {};
      const result = await session.inProject(held.projectId, async (trx) => {
        const row = await renew(trx, held);
        const within = storesWithin(trx, held.projectId);
        committed = within.committed;
        return work(createTaskWork({ trx, sealer, row }, { stores: within.stores, key, limits, control: controlOf(row) }));
      });
      committed();
      return result;
    },

    async release(held) {
      const sealer = await sealerOf(held.projectId);
      await session.inProject(held.projectId, async (trx) => {
        const row = await renew(trx, held);
        await sql`update cairn.tasks set claim_token = null, claim_expires_at = null, idle_claims = greatest(idle_claims - 1, 0)
          where project_id = ${held.projectId} and id = ${held.taskId}`.execute(trx);
        if (nextTaskStatus(row.status, 'let_go') === 'queued') await moveTask({ trx, sealer, row }, 'let_go');
        else await offerNextInLine(trx, sealer);
        await offerTask({ trx, sealer, row });
      });
    },

    async pauseChildren(held) {
      const sealer = await sealerOf(held.projectId);
      await session.inProject(held.projectId, async (trx) => pauseChildren({ trx, sealer, row: await renew(trx, held) }));
    },

    async cancelChildren({ projectId, taskId }) {
      const sealer = await sealerOf(projectId);
      const children = await session.inProject(projectId, async (trx) => {
        const { rows } = await sql<{ id: string; user_id: string }>`select id, user_id from cairn.tasks
          where project_id = ${projectId} and parent_task = ${taskId} and finished_at is null and status <> 'cancelling'`.execute(trx);
        return rows;
      });
      for (const { id, user_id: userId } of children) {
        await session.inProject(projectId, async (trx) => {
          const row = await lockTask(trx, { projectId, userId, id });
          if (row) await cancelTask({ trx, sealer, row });
        });
      }
      return children.length;
    },

    offerDue: (limit) =>
      reporting(async () => {
        await sql`select cairn.offer_lines(${limit})`.execute(maintenance);
        const { rows } = await sql<{ offered: number }>`select cairn.offer_due_tasks(${limit}) as offered`.execute(maintenance);
        return rows[0]?.offered ?? 0;
      }),

    clearEnded: (days) =>
      reporting(async () => {
        const { numAffectedRows } = await sql`with recursive expired as (select now() - make_interval(days => ${days}::int) as before),
          above_kept as (
            select c.project_id, c.parent_task as id from cairn.tasks c, expired
              where c.parent_task is not null and (c.finished_at is null or c.finished_at >= expired.before)
            union
            select t.project_id, t.parent_task from above_kept a join cairn.tasks t on t.project_id = a.project_id and t.id = a.id
              where t.parent_task is not null)
          delete from cairn.tasks t using expired
          where t.finished_at < expired.before and (t.project_id, t.id) not in (select project_id, id from above_kept)`.execute(
          maintenance,
        );
        return Number(numAffectedRows ?? 0);
      }),
  };
}

/** With what others may have said meanwhile. */
interface HeardRow extends TaskRow {
  readonly has_denials: boolean;
}

const heardColumns = sql.raw(`${taskColumns}, cairn.has_denials(t.project_id, t.id) as has_denials`);

/** The task's row, locked and with a new lease. @throws ClaimLost */
async function renew(trx: Transaction<Schema>, { projectId, taskId, token }: TaskClaim): Promise<HeardRow> {
  const { rows } = await sql<HeardRow>`update cairn.tasks t set claim_expires_at = ${lease}, wake_at = ${afterLease}
    where t.project_id = ${projectId} and t.id = ${taskId} and t.claim_token = ${token} and t.status in ('running', 'planning', 'cancelling')
    returning ${heardColumns}`.execute(trx);
  if (!rows[0]) throw new ClaimLost();
  return rows[0];
}

const controlOf = ({ status, pausing, events, has_denials: hasDenials }: HeardRow): Control => ({
  status,
  isPausing: pausing,
  events,
  hasDenials,
});

interface Claiming {
  readonly trx: Transaction<Schema>;
  readonly sealer: TaskSealer;
  readonly limits: TaskPlanLimits;
}

const lost = 'the worker that carried it out was not heard of any more';

async function claim({ trx, sealer, limits }: Claiming, taskId: string): Promise<ClaimedTask | undefined> {
  const { projectId } = sealer;
  const found =
    await sql<TaskRow>`select ${sql.raw(taskColumns)} from cairn.tasks t where t.project_id = ${projectId} and t.id = ${taskId} for update`.execute(
      trx,
    );
  const row = found.rows[0];
  if (row === undefined || row.held) return undefined;
  if (!hasToDo(row)) return undefined;
  // The end of a task frees what others wait for, so it waits for nothing.
  if (row.status !== 'cancelling' && !(await mayCarryOut(trx, sealer, limits))) {
    await holdBack({ trx, sealer, row });
    return undefined;
  }
  if (row.claim_token !== null) await tellTask({ trx, sealer, row }, { type: 'task.taken_over', detail: { why: lost } });
  await readyRow({ trx, sealer, row });
  const token = newId();
  const { rows } =
    await sql<HeardRow>`update cairn.tasks t set claim_token = ${token}, claim_expires_at = ${lease}, wake_at = ${afterLease},
      held_back = false, job_id = gen_random_uuid(), idle_claims = idle_claims + 1
    where t.project_id = ${projectId} and t.id = ${taskId} returning ${heardColumns}`.execute(trx);
  await sql`delete from cairn.task_wakes where project_id = ${projectId} and task_id = ${taskId}`.execute(trx);
  return claimed({ trx, sealer, row: rows[0] as HeardRow }, token);
}

/** Whether a worker has something to do at the task: it can be claimed as it is, or once it is woken. */
function hasToDo({ status }: TaskRow): boolean {
  const woken = nextTaskStatus(status, 'wake') ?? nextTaskStatus(status, 'due') ?? status;
  return nextTaskStatus(woken, 'claim') !== undefined;
}

/** Moves the task to where its worker takes it up. One that waits is taken up without a word: what it waited for may not have come. */
async function readyRow(held: HeldTask): Promise<void> {
  const { status } = held.row;
  if (status === 'planning' || status === 'cancelling') return;
  const event = (['wake', 'due'] as const).find((one) => nextTaskStatus(status, one) !== undefined);
  const row = event === undefined ? held.row : await moveTask(held, event);
  await moveTask({ ...held, row }, 'claim');
}

async function claimed(held: HeldTask & { readonly row: HeardRow }, token: string): Promise<ClaimedTask> {
  const { sealer, row } = held;
  return {
    ...controlOf(row),
    claim: { projectId: sealer.projectId, taskId: row.id, token },
    actor: await standingActor(held),
    goal: openGoal(sealer, row),
    sources: row.sources,
    planSources: await planSources(held),
    agentId: row.agent_id,
    agent: await agentOfTask(held),
    revision: row.revision,
    parallelism: row.parallelism,
    depth: row.depth,
    traceId: row.trace_id,
    steps: await readSteps(held),
    idleClaims: row.idle_claims,
  };
}

/** A model that was given such a goal may have put it anywhere in its plan. */
async function planSources({ trx, sealer, row }: HeldTask): Promise<ClaimedTask['planSources']> {
  if (row.sources.length === 0) return [];
  const { rows } = await sql`select from cairn.task_plans
    where project_id = ${sealer.projectId} and task_id = ${row.id} and revision = ${row.revision} and made_by = 'planner'`.execute(trx);
  return rows.length > 0 ? row.sources : [];
}

async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}
