import { newId, type Actor, type Memory, type MemoryRepository, type MemoryWrite, type Page, type PageOf } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { openText, sealText } from '../sealing/seal.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { createMemorySaver } from './memory-saves.ts';
import { isAfter } from './walk.ts';

/** Memories over the SQL functions of migration 0003: each call is one round trip. */
export function createMemoryRepository(session: Session, keys: ProjectKeys): MemoryRepository {
  const save = createMemorySaver(session);
  return {
    async save(actor, memory) {
      const key = await keys.of(session, actor.projectId);
      const id = newId();
      const content = sealText(key.seal, place(actor.projectId, id), memory.content);
      const { agentId = null, agentName = null } = memory;
      return { id, createdAt: await save(actor, { id, content, agentId, agentName }) };
    },

    async page(actor, page) {
      const key = await keys.of(session, actor.projectId);
      const rows = await session.run<PageRow>(statements.page, [actor.projectId, actor.userId, page.limit, page.offset]);
      return toPage(rows, page, (row) => toMemory(key.seal, actor.projectId, row));
    },

    async walk(actor, { limit, after }) {
      const key = await keys.of(session, actor.projectId);
      const rows = await session.inProject(actor.projectId, (trx) => {
        let query = memoriesOf(trx, actor).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
        if (after) query = query.where(isAfter(after));
        return query.execute();
      });
      return rows.map((row) => toMemory(key.seal, actor.projectId, row));
    },

    async get(actor, id) {
      const key = await keys.of(session, actor.projectId);
      const row = await session.inProject(actor.projectId, (trx) => memoriesOf(trx, actor).where('id', '=', id).executeTakeFirst());
      return row && toMemory(key.seal, actor.projectId, row);
    },

    async update(actor, id, content) {
      const key = await keys.of(session, actor.projectId);
      // One spelling of an id: the sealed bytes are bound to it.
      const own = id.toLowerCase();
      const sealed = sealText(key.seal, place(actor.projectId, own), content);
      return written(await session.run<WriteRow>(statements.update, [...actorValues(actor), own, sealed]));
    },

    async remove(actor, id) {
      return written(await session.run<WriteRow>(statements.remove, [...actorValues(actor), id]));
    },
  };
}

function memoriesOf(trx: Transaction<Schema>, actor: Actor) {
  return trx
    .selectFrom('memories')
    .select(['id', 'agent_id', 'agent_name', 'content', 'created_at', 'updated_at'])
    .where('project_id', '=', actor.projectId)
    .where('user_id', '=', actor.userId);
}

const statements = {
  page: { name: 'memory_page', text: 'select * from cairn.memory_page($1, $2, $3, $4)' },
  update: { name: 'update_memory', text: 'select * from cairn.update_memory($1, $2, $3, $4, $5, $6, $7, $8, $9)' },
  remove: { name: 'delete_memory', text: 'select * from cairn.delete_memory($1, $2, $3, $4, $5, $6, $7, $8)' },
} as const;

interface MemoryRow {
  readonly id: string;
  readonly agent_id: string | null;
  readonly agent_name: string | null;
  readonly content: Uint8Array;
  readonly created_at: string;
  readonly updated_at: string;
}

interface PageRow extends Omit<MemoryRow, 'id'> {
  readonly total: number;
  /** Null on the one row of an empty page. */
  readonly id: string | null;
}

interface WriteRow {
  readonly outcome: MemoryWrite['outcome'];
  readonly at: string;
}

const place = (projectId: string, id: string): string => `memories:${projectId}:${id}`;

/** What every writing function takes first: tenant, who, and the id of the audit row. */
function actorValues(actor: Actor): unknown[] {
  return [actor.projectId, actor.userId, actor.ownerId, actor.credentialId, actor.kind, actor.requestId, newId()];
}

function toPage(rows: readonly PageRow[], page: Page, convert: (row: MemoryRow) => Memory): PageOf<Memory> {
  const items = rows.flatMap((row) => (row.id === null ? [] : [convert(row as MemoryRow)]));
  return { items, total: rows[0]?.total ?? 0, limit: page.limit, offset: page.offset };
}

function toMemory(key: Uint8Array, projectId: string, row: MemoryRow): Memory {
  return {
    id: row.id,
    content: openText(key, place(projectId, row.id), row.content),
    agentId: row.agent_id,
    agentName: row.agent_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function written([row]: readonly WriteRow[]): MemoryWrite {
  const { outcome, at } = row as WriteRow;
  return outcome === 'done' ? { outcome, at } : { outcome };
}
