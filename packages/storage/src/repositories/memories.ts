import {
  newId,
  type Actor,
  type MemoryOwner,
  type MemoryRepository,
  type MemoryRestore,
  type MemoryWrite,
  type Memory,
  type Page,
  type PageOf,
} from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { originOf, recordAudit } from './audit.ts';
import { hashLabels, openMemory, openState, sealContent, sealMetadata, type MemoryOpener, type MemoryRow } from './memory-rows.ts';
import { createMemoryChanger } from './memory-changes.ts';
import { readMemoryHistory } from './memory-history.ts';
import { importMemories } from './memory-imports.ts';
import { createMemorySaver } from './memory-saves.ts';
import { agentsOf, memoryColumns, walkAll, walkLabelled } from './memory-walks.ts';

/** Called when the index of an owner is to be brought up to date. */
export type IndexWake = (owner: MemoryOwner) => void | Promise<void>;

/** Memories over the SQL functions of migrations 0003, 0008, 0013, 0016, 0017 and 0038: each call is one round trip. */
export function createMemoryRepository(session: Session, keys: ProjectKeys, wake: IndexWake): MemoryRepository {
  const save = createMemorySaver(session);
  const changer = createMemoryChanger(session);
  const keyOf = async ({ projectId }: Actor): Promise<MemoryOpener & { readonly labels: Uint8Array }> => {
    const { seal: key, labels } = await keys.of(session, projectId);
    return { projectId, key, labels };
  };
  const repository: MemoryRepository = {
    async save(actor, memory) {
      const opener = await keyOf(actor);
      const id = newId();
      const createdAt = await save(actor, {
        id,
        content: sealContent(opener, id, memory.content),
        scope: memory.scope ?? 'agent',
        agentId: memory.agentId ?? null,
        agentName: memory.agentName ?? null,
        sessionId: memory.sessionId ?? null,
        occurredAt: memory.occurredAt ?? null,
        metadata: memory.metadata ? sealMetadata(opener, id, memory.metadata) : null,
        labels: memory.metadata ? hashLabels(opener.labels, memory.metadata) : null,
      });
      await wake(actor);
      return { id, createdAt };
    },

    async page(actor, page) {
      const opener = await keyOf(actor);
      const rows = await session.run<PageRow>(statements.page, [actor.projectId, actor.userId, page.limit, page.offset]);
      return toPage(rows, page, (row) => openMemory(opener, row));
    },

    async walk(actor, walk, filter = {}) {
      const opener = await keyOf(actor);
      const labels = filter.metadata && hashLabels(opener.labels, filter.metadata);
      const rows = await session.inProject(actor.projectId, (trx) =>
        labels && labels.length > 0 ? walkLabelled(trx, actor, { walk, filter, labels }) : walkAll(trx, actor, { walk, filter }),
      );
      return rows.map((row) => openMemory(opener, row));
    },

    agents: (actor, part) => session.inProject(actor.projectId, (trx) => agentsOf(trx, actor, part)),

    async get(actor, id) {
      const opener = await keyOf(actor);
      const row = await session.inProject(actor.projectId, (trx) => memoriesOf(trx, actor).where('id', '=', id).executeTakeFirst());
      return row && openMemory(opener, row);
    },

    async state(actor, id, held) {
      const opener = await keyOf(actor);
      // One spelling of an id: the sealed bytes are bound to it.
      const own = id.toLowerCase();
      const row = await session.inProject(actor.projectId, (trx) => {
        const state = memoriesOf(trx, actor).select('version').where('id', '=', own);
        return (held === undefined ? state : state.forUpdate()).executeTakeFirst();
      });
      return row && { version: row.version, ...openState(opener, own, row) };
    },

    async update(actor, id, { content, metadata }) {
      const opener = await keyOf(actor);
      // One spelling of an id: the sealed bytes are bound to it.
      const own = id.toLowerCase();
      const sealed = content === undefined ? null : sealContent(opener, own, content);
      const sealedMetadata = metadata ? sealMetadata(opener, own, metadata) : null;
      const labels = metadata ? hashLabels(opener.labels, metadata) : null;
      const write = await changer.update(actor, {
        id: own,
        content: sealed,
        metadata: sealedMetadata,
        clearsMetadata: metadata === null,
        labels,
      });
      if (write.outcome === 'done' && content !== undefined) await wake(actor);
      return write;
    },

    async remove(actor, id) {
      const write = await changer.remove(actor, id);
      // What stood beside it was found by its words too.
      if (write.outcome === 'done') await wake(actor);
      return write;
    },

    mayWrite: (actor, id, write) =>
      session.inProject(actor.projectId, async (trx) => {
        const outcome = await standingOf(trx, actor, id);
        if (outcome !== 'done') await recordAudit(trx, actor, { action: `memory.${write}`, target: id, outcome });
        return outcome;
      }),

    async import(actor, memories) {
      if (memories.length === 0) return [];
      const outcomes = await importMemories(session, await keys.of(session, actor.projectId), { actor, memories });
      if (outcomes.includes('accepted')) await wake(actor);
      return outcomes;
    },

    async history(actor, id, walk) {
      const opener = await keyOf(actor);
      const versions = await readMemoryHistory(session, opener, { userId: actor.userId, id: id.toLowerCase(), walk });
      return versions.length > 0 || (await repository.get(actor, id)) ? versions : undefined;
    },

    async restore(actor, id, version) {
      const [row] = await session.run<RestoreRow>(statements.restore, [...actorValues(actor), id, version]);
      const { outcome, at } = row as RestoreRow;
      if (outcome === 'done') await wake(actor);
      return outcome === 'done' ? { outcome, at } : { outcome };
    },
  };
  return repository;
}

/** Who may write to a memory, as the writing functions judge it. */
async function standingOf(trx: Transaction<Schema>, actor: Actor, id: string): Promise<MemoryWrite['outcome']> {
  const memory = await trx
    .selectFrom('memories')
    .select(['owner_id', 'user_id'])
    .where('project_id', '=', actor.projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (memory === undefined) return 'not_found';
  const isTheirs = memory.owner_id === actor.ownerId || (actor.kind === 'session' && memory.user_id === actor.userId);
  return isTheirs ? 'done' : 'not_owned';
}

function memoriesOf(trx: Transaction<Schema>, actor: Actor) {
  return trx.selectFrom('memories').select(memoryColumns).where('project_id', '=', actor.projectId).where('user_id', '=', actor.userId);
}

const statements = {
  page: { name: 'memory_page', text: 'select * from cairn.memory_page($1, $2, $3, $4)' },
  restore: { name: 'restore_memory', text: 'select * from cairn.restore_memory($1, $2, $3, $4, $5, $6, $7, $8, $9)' },
} as const;

interface PageRow extends Omit<MemoryRow, 'id'> {
  readonly total: number;
  /** Null on the one row of an empty page. */
  readonly id: string | null;
}

interface RestoreRow {
  readonly outcome: MemoryRestore['outcome'];
  readonly at: string;
}

/** Tenant, who, and the id of the audit row. */
function actorValues(actor: Actor): unknown[] {
  return [actor.projectId, actor.userId, actor.ownerId, actor.credentialId, actor.kind, originOf(actor), newId()];
}

function toPage(rows: readonly PageRow[], page: Page, convert: (row: MemoryRow) => Memory): PageOf<Memory> {
  const items = rows.flatMap((row) => (row.id === null ? [] : [convert(row as MemoryRow)]));
  return { items, total: rows[0]?.total ?? 0, limit: page.limit, offset: page.offset };
}
