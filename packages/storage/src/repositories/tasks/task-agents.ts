import { CairnError, isId } from '@cairn/core';
import { agentFaults, calledBy, nestingFaults } from '@cairn/orchestration';
import type { Plan, TaskAgent } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { openDefinition } from '../agent-rows.ts';
import { openGoal, type TaskRow, type TaskSealer } from './task-rows.ts';
import type { HeldTask } from './task-writes.ts';

interface VersionRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly definition: Uint8Array;
}

/**
 * What a new task of that agent is bound to: its version that holds now; null: the text names none, it is a label that memories have.
 * @throws AGENT_NOT_FOUND for what looks like the id of an agent and is not one that the project has.
 */
export async function agentToBind(
  trx: Transaction<Schema>,
  sealer: TaskSealer,
  agentId: string | null | undefined,
): Promise<TaskAgent | null> {
  if (agentId === null || agentId === undefined || !isId(agentId)) return null;
  const { rows } = await sql<VersionRow>`select v.agent_id as id, v.version, v.name, v.definition from cairn.agents a
    join cairn.agent_versions v on v.project_id = a.project_id and v.agent_id = a.id and v.version = a.version
    where a.project_id = ${sealer.projectId} and a.id = ${agentId} and a.deleted_at is null`.execute(trx);
  if (!rows[0]) throw new CairnError('AGENT_NOT_FOUND');
  return toAgent(sealer, rows[0]);
}

type Line = Pick<TaskRow, 'id' | 'agent_version' | 'parent_task'>;

/** The agent that a task is bound to, as it was then, with no more tools than those that called it; null: none that is defined. */
export async function agentOfTask({
  trx,
  sealer,
  row,
}: Pick<HeldTask, 'trx' | 'sealer'> & { readonly row: Line }): Promise<TaskAgent | null | 'gone'> {
  if (row.agent_version === null && row.parent_task === null) return null;
  const { rows } = await sql<Omit<VersionRow, 'name' | 'definition'> & { name: string | null; definition: Uint8Array | null }>`
    with recursive line as (
      select t.agent_id, t.agent_version, t.parent_task, 1 as n from cairn.tasks t
        where t.project_id = ${sealer.projectId} and t.id = ${row.id}
      union all
      select t.agent_id, t.agent_version, t.parent_task, line.n + 1 from line
        join cairn.tasks t on t.project_id = ${sealer.projectId} and t.id = line.parent_task)
    select bound.id, bound.version, v.name, v.definition
    from (select case when line.agent_version is not null then line.agent_id::uuid end as id, line.agent_version as version, line.n from line
      where line.agent_version is not null) bound
    left join cairn.agent_versions v on v.project_id = ${sealer.projectId} and v.agent_id = bound.id and v.version = bound.version
    order by bound.n desc`.execute(trx);
  let agent: TaskAgent | null = null;
  for (const { name, definition, ...bound } of rows) {
    if (name === null || definition === null) return 'gone';
    agent = calledBy(toAgent(sealer, { ...bound, name, definition }), agent);
  }
  return agent;
}

/** @throws INVALID_ARGUMENT that names each step which the agent may not carry out. */
export function requireFit(agent: TaskAgent | null, plan: Plan | undefined): void {
  requireNone(plan === undefined ? [] : agentFaults(agent, plan));
}

/** @throws INVALID_ARGUMENT that names each step which would start a task too deep below this one, or with its goal. */
export function requireEnd({ sealer, row }: HeldTask, plan: Plan | undefined): void {
  requireNone(plan === undefined ? [] : nestingFaults(plan, { goal: openGoal(sealer, row), depth: row.depth }));
}

function requireNone(faults: ReturnType<typeof nestingFaults>): void {
  if (faults.length === 0) return;
  const issues = faults.map(({ path, message }) => ({ path: ['plan', ...path].join('.'), message }));
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: ${issues[0]?.path} ${issues[0]?.message}`, issues });
}

function toAgent(sealer: TaskSealer, { id, version, name, definition }: VersionRow): TaskAgent {
  const { instructions, model, tools, memoryScope } = openDefinition(sealer, { id, version }, definition);
  return {
    id,
    name,
    version,
    instructions,
    model,
    tools: tools === null ? [] : [{ agent: name, version, names: tools }],
    memoryScope,
  };
}
