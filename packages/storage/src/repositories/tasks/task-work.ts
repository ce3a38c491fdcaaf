import type { GovernedStores } from '@cairn/governance';
import { CairnError } from '@cairn/core';
import type { TaskPlanLimits } from '@cairn/core';
import { agentFaults, calledBy } from '@cairn/orchestration';
import type { ChildRefusal, ChildTask, Control, TaskAgent, TaskWork } from '@cairn/orchestration';
import { sql } from 'kysely';
import type { ProjectKey } from '../../sealing/project-keys.ts';
import { agentOfTask, agentToBind } from './task-agents.ts';
import { childStanding } from './child-standing.ts';
import { requireRoom } from './task-line.ts';
import { begin, goalDigest, insertTask } from './tasks.ts';
import type { TaskRow } from './task-rows.ts';
import { changeStep, readSteps } from './task-steps.ts';
import { insertPlan, lockTask, moveTask, noteDecision, tellTask, type HeldTask } from './task-writes.ts';

interface WorkDeps {
  readonly stores: GovernedStores;
  readonly key: ProjectKey;
  readonly limits: TaskPlanLimits;
  readonly control: Control;
}

/** What a run does in one transaction. The row is read once and moved along here. */
export function createTaskWork(at: HeldTask, { stores, key, limits, control }: WorkDeps): TaskWork {
  let held = at;
  return {
    control,
    stores,
    steps: () => readSteps(held),
    step: (id, change) => changeStep(held, id, change),
    async task(event, change = {}) {
      held = { ...held, row: await moveTask(held, event, change) };
      if (event === 'execute') await sql`select cairn.offer_task(${held.sealer.projectId}, ${held.row.id})`.execute(held.trx);
    },
    event: (type, stepId, detail) => tellTask(held, { type, stepId, detail }),
    decision: (decision) => noteDecision(held, decision),
    async plan(plan, { model, inputHash }) {
      await insertPlan(held, { plan, madeBy: 'planner', model, inputHash });
      held = { ...held, row: { ...held.row, revision: held.row.revision + 1 } };
    },
    runsWhenPlanned: at.row.runs_when_planned,
    child: (child) => insertChild(held, { key, limits }, child),
    childStanding: (id) => childStanding(held, id),
    execution: (decisionId) => execution(held, decisionId),
    endPermit: (decisionId) => endPermit(held, decisionId),
    async msUntil(moment) {
      const { rows } = await sql<{
        ms: number;
      }>`select (extract(epoch from ${moment}::timestamptz - clock_timestamp()) * 1000)::float8 as ms`.execute(held.trx);
      return rows[0]?.ms ?? 0;
    },
  };
}

async function insertChild(
  held: HeldTask,
  { key, limits }: Pick<WorkDeps, 'key' | 'limits'>,
  { goal, agentId, plan, stepId, sources }: ChildTask,
): Promise<{ readonly id: string } | ChildRefusal> {
  const { trx, sealer, row } = held;
  const digest = goalDigest(key, goal);
  if (await isAbove(held, digest)) return spawnsItself;
  const agent = await agentOfChild(held, agentId);
  if (agent === 'gone') return noAgent;
  const fault = plan && agentFaults(agent.works, plan)[0];
  if (fault) return { refusal: 'tool_not_allowed', message: `the task below may not do that: ${fault.path.join('.')} ${fault.message}` };
  await requireRoom(trx, sealer, limits);
  const id = await insertTask(trx, {
    actor: {
      userId: row.user_id,
      credentialId: row.credential_id,
      kind: row.credential_kind,
      ownerId: row.owner_id,
      requestId: row.request_id,
      traceId: row.trace_id,
    },
    sealer,
    task: { goal, agentId: agentId ?? undefined, run: true },
    agentVersion: agent.version,
    goalDigest: digest,
    parent: { taskId: row.id, stepId, depth: row.depth, traceId: row.trace_id, sources },
  });
  const child = (await lockTask(trx, { projectId: sealer.projectId, userId: row.user_id, id })) as TaskRow;
  await begin({ trx, sealer, row: child }, { goal, plan, run: true }, []);
  return { id };
}

const spawnsItself: ChildRefusal = {
  refusal: 'spawns_itself',
  message: 'a task above this one has the same goal; it would start itself without end',
};
const noAgent: ChildRefusal = { refusal: 'agent_not_found', message: 'the project has no such agent' };

interface ChildAgent {
  /** That the task is bound to; null: it names no agent that is defined. */
  readonly version: number | null;
  /** As what it is carried out. */
  readonly works: TaskAgent | null;
}

/** The agent of a task below: the same version where it is the same agent, and never with more tools than the task above. */
async function agentOfChild({ trx, sealer, row }: HeldTask, agentId: string | null): Promise<ChildAgent | 'gone'> {
  const above = await agentOfTask({ trx, sealer, row });
  if (above === 'gone') return 'gone';
  if (agentId === row.agent_id) return { version: row.agent_version, works: above };
  try {
    const own = await agentToBind(trx, sealer, agentId);
    return { version: own?.version ?? null, works: calledBy(own, above) };
  } catch (error) {
    if (error instanceof CairnError && error.code === 'AGENT_NOT_FOUND') return 'gone';
    throw error;
  }
}

/** Whether the task or one above it has that goal. */
async function isAbove({ trx, sealer, row }: HeldTask, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`with recursive above as (
      select t.id, t.parent_task, t.goal_digest from cairn.tasks t where t.project_id = ${sealer.projectId} and t.id = ${row.id}
      union all
      select t.id, t.parent_task, t.goal_digest from above a join cairn.tasks t on t.project_id = ${sealer.projectId} and t.id = a.parent_task)
    select from above where goal_digest = ${digest} limit 1`.execute(trx);
  return rows.length > 0;
}

async function execution({ trx, sealer }: HeldTask, decisionId: string) {
  const { rows } = await sql<{ id: string; status: 'running' | 'succeeded' | 'failed' | 'unknown'; exit_code: number | null }>`
    select id, status, exit_code from cairn.executions where project_id = ${sealer.projectId} and decision_id = ${decisionId}
    order by started_at desc limit 1`.execute(trx);
  const row = rows[0];
  return row && { id: row.id, status: row.status, exitCode: row.exit_code };
}

/** Waits for one who begins by it at this moment, so that what is asked afterwards tells of that. */
async function endPermit({ trx, sealer }: HeldTask, decisionId: string): Promise<void> {
  await sql`update cairn.permits set expires_at = clock_timestamp()
    where project_id = ${sealer.projectId} and decision_id = ${decisionId} and consumed_at is null
      and expires_at > clock_timestamp()`.execute(trx);
}
