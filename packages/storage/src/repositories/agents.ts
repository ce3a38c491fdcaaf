import { isDeepStrictEqual } from 'node:util';
import {
  agentBounds,
  newId,
  type Actor,
  type Agent,
  type AgentChange,
  type AgentDefinition,
  type AgentRepository,
  type AgentWrite,
} from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { openAgent, openVersion, sealDefinition, type AgentOpener, type AgentRow } from './agent-rows.ts';
import { recordAudit } from './audit.ts';
import { isAfter } from './walk.ts';

export function createAgentRepository(session: Session, keys: ProjectKeys): AgentRepository {
  const openerOf = async ({ projectId }: Actor): Promise<AgentOpener> => ({ projectId, key: (await keys.of(session, projectId)).seal });

  /** Writes under the lock of the project's agents, so that names and their number hold; the audit says what came of it. */
  async function writing(
    actor: Actor,
    action: string,
    write: (trx: Transaction<Schema>, opener: AgentOpener) => Promise<AgentWrite & { readonly id: string }>,
  ): Promise<AgentWrite> {
    const opener = await openerOf(actor);
    return session.inProject(actor.projectId, async (trx) => {
      await lockAgents(trx, actor);
      const { id, ...result } = await write(trx, opener);
      await recordAudit(trx, actor, { action, target: id, outcome: result.outcome });
      return result;
    });
  }

  return {
    create: (actor, definition) =>
      writing(actor, 'agent.create', async (trx, opener) => {
        const id = newId();
        if (await isTaken(trx, actor, definition.name)) return { id, outcome: 'name_taken' };
        if ((await countAgents(trx, actor)) >= agentBounds.maxAgents) return { id, outcome: 'too_many' };
        const at = await now(trx);
        const agent: Agent = { ...definition, id, version: 1, createdAt: at, updatedAt: at };
        await trx
          .insertInto('agents')
          .values({ project_id: actor.projectId, id, name: agent.name, version: 1, created_at: at, updated_at: at })
          .execute();
        await insertVersion(trx, actor, { opener, agent });
        return { id, outcome: 'done', agent };
      }),

    async walk(actor, { limit, after }) {
      const opener = await openerOf(actor);
      const rows = await session.inProject(actor.projectId, (trx) => {
        let query = agentsOf(trx, actor).orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').limit(limit);
        if (after) query = query.where(isAfter(after, 'a.'));
        return query.execute();
      });
      return rows.map((row) => openAgent(opener, row));
    },

    async get(actor, id) {
      const opener = await openerOf(actor);
      const row = await session.inProject(actor.projectId, (trx) => agentRow(trx, actor, id));
      return row && openAgent(opener, row);
    },

    update: (actor, id, { change, expected }) =>
      writing(actor, 'agent.update', async (trx, opener) => {
        const row = await agentRow(trx, actor, id);
        if (!row) return { id, outcome: 'not_found' };
        if (expected !== undefined && expected !== row.version) return { id, outcome: 'version_conflict' };
        const before = openAgent(opener, row);
        const changed = changedBy(before, change);
        if (isDeepStrictEqual(changed, before)) return { id, outcome: 'done', agent: before };
        if (changed.name !== before.name && (await isTaken(trx, actor, changed.name))) return { id, outcome: 'name_taken' };
        const agent = { ...changed, version: before.version + 1, updatedAt: later(await now(trx), before.updatedAt) };
        await insertVersion(trx, actor, { opener, agent });
        await forgetOldest(trx, actor, agent);
        await trx
          .updateTable('agents')
          .set({ name: agent.name, version: agent.version, updated_at: agent.updatedAt })
          .where('project_id', '=', actor.projectId)
          .where('id', '=', agent.id)
          .execute();
        return { id, outcome: 'done', agent };
      }),

    remove: (actor, id) =>
      session.inProject(actor.projectId, async (trx) => {
        const row = await trx
          .updateTable('agents')
          .set({ deleted_at: sql`clock_timestamp()` })
          .where('project_id', '=', actor.projectId)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        const outcome = row ? 'done' : 'not_found';
        await recordAudit(trx, actor, { action: 'agent.delete', target: id, outcome });
        return outcome;
      }),

    async versions(actor, id, { limit, after }) {
      const opener = await openerOf(actor);
      return session.inProject(actor.projectId, async (trx) => {
        const state = await stateOf(trx, actor, id);
        if (!state) return undefined;
        let query = versionsOf(trx, actor, id).orderBy('version', 'desc').limit(limit);
        if (after) query = query.where(sql<boolean>`at < ${after.createdAt}::timestamptz`);
        return (await query.execute()).map((row) => openVersion(opener, row, state.holds));
      });
    },

    async version(actor, id, version) {
      const opener = await openerOf(actor);
      return session.inProject(actor.projectId, async (trx) => {
        const row = await versionsOf(trx, actor, id).where('version', '=', version).executeTakeFirst();
        return row && openVersion(opener, row, (await stateOf(trx, actor, id))?.holds);
      });
    },
  };
}

const lockAgents = (trx: Transaction<Schema>, { projectId }: Actor) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cairn.agents ${projectId}`}, 0))`.execute(trx);

function agentsOf(trx: Transaction<Schema>, { projectId }: Actor) {
  return trx
    .selectFrom('agents as a')
    .innerJoin('agent_versions as v', (join) =>
      join.onRef('v.project_id', '=', 'a.project_id').onRef('v.agent_id', '=', 'a.id').onRef('v.version', '=', 'a.version'),
    )
    .select(['a.id', 'a.name', 'a.version', 'v.definition', 'a.created_at', 'a.updated_at'])
    .where('a.project_id', '=', projectId)
    .where('a.deleted_at', 'is', null);
}

const agentRow = (trx: Transaction<Schema>, actor: Actor, id: string): Promise<AgentRow | undefined> =>
  agentsOf(trx, actor).where('a.id', '=', id).executeTakeFirst();

function versionsOf(trx: Transaction<Schema>, { projectId }: Actor, id: string) {
  return trx
    .selectFrom('agent_versions')
    .select(['agent_id', 'version', 'name', 'definition', 'user_id', 'credential_id', 'credential_kind', 'at'])
    .where('project_id', '=', projectId)
    .where('agent_id', '=', id);
}

/** Which version of an agent holds; undefined when there never was such an agent. */
async function stateOf(trx: Transaction<Schema>, { projectId }: Actor, id: string): Promise<{ holds: number | undefined } | undefined> {
  const row = await trx
    .selectFrom('agents')
    .select(['version', 'deleted_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { holds: row.deleted_at === null ? row.version : undefined };
}

async function isTaken(trx: Transaction<Schema>, { projectId }: Actor, name: string): Promise<boolean> {
  const row = await trx
    .selectFrom('agents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function countAgents(trx: Transaction<Schema>, { projectId }: Actor): Promise<number> {
  const { n } = await trx
    .selectFrom('agents')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

async function now(trx: Transaction<Schema>): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(trx);
  return (rows[0] as { at: string }).at;
}

/** A walk over versions goes by their times, so no two bear the same. */
const later = (at: string, before: string): string => (at > before ? at : new Date(Date.parse(before) + 1).toISOString());

function changedBy(agent: Agent, change: AgentChange): Agent {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...agent, ...(Object.fromEntries(given) as Partial<AgentDefinition>) };
}

async function insertVersion(
  trx: Transaction<Schema>,
  actor: Actor,
  { opener, agent: { id, version, createdAt: _made, updatedAt, ...definition } }: { opener: AgentOpener; agent: Agent },
): Promise<void> {
  await trx
    .insertInto('agent_versions')
    .values({
      project_id: actor.projectId,
      agent_id: id,
      version,
      name: definition.name,
      definition: sealDefinition(opener, { id, version }, definition),
      user_id: actor.userId,
      credential_id: actor.credentialId,
      credential_kind: actor.kind,
      at: updatedAt,
    })
    .execute();
}

async function forgetOldest(trx: Transaction<Schema>, { projectId }: Actor, { id, version }: Agent): Promise<void> {
  if (version <= agentBounds.maxVersions) return;
  await trx
    .deleteFrom('agent_versions')
    .where('project_id', '=', projectId)
    .where('agent_id', '=', id)
    .where('version', '=', version - agentBounds.maxVersions)
    // A task that goes on is carried out by the version that it is bound to.
    .where(
      sql<boolean>`not exists (select from cairn.tasks t where t.project_id = ${projectId} and t.agent_id = ${id}
        and t.agent_version = agent_versions.version and t.finished_at is null)`,
    )
    .execute();
}
