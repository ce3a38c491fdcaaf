import { newId, type Actor, type MemoryWrite } from '@cairn/core';
import type { Session, Statement } from '../database/session.ts';
import { originOf } from './audit.ts';
import { gatherByActor } from './gathering-by-actor.ts';
import { arrayText } from './memory-rows.ts';

/** A change of a memory as it is stored; null leaves what there is. */
export interface SealedChange {
  readonly id: string;
  readonly content: Uint8Array | null;
  /** Sealed. */
  readonly metadata: Uint8Array | null;
  /** Takes the metadata away. */
  readonly clearsMetadata: boolean;
  /** Hashes of the new metadata; null without any. */
  readonly labels: readonly string[] | null;
}

type Update = SealedChange & { readonly origin: string };

interface Removal {
  readonly id: string;
  readonly origin: string;
}

/** Changes and deletes memories, each answered for itself. */
export interface MemoryChanger {
  update(actor: Actor, change: SealedChange): Promise<MemoryWrite>;
  remove(actor: Actor, id: string): Promise<MemoryWrite>;
}

/** Changes of one credential that come while others of it are under way share the next transaction. */
export function createMemoryChanger(session: Session): MemoryChanger {
  const update = gatherByActor<Update, MemoryWrite>((actor, changes) =>
    write(session, statements.update, [...actorValues(actor, changes), ...changeValues(changes)]),
  );
  const remove = gatherByActor<Removal, MemoryWrite>((actor, removals) => write(session, statements.remove, actorValues(actor, removals)));
  return {
    update: (actor, change) => update(actor, { ...change, origin: originOf(actor) }),
    remove: (actor, id) => remove(actor, { id, origin: originOf(actor) }),
  };
}

const statements = {
  update: {
    name: 'update_memories',
    text: 'select * from cairn.update_memories($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) order by n',
  },
  remove: { name: 'delete_memories', text: 'select * from cairn.delete_memories($1, $2, $3, $4, $5, $6, $7, $8) order by n' },
} as const;

/** Tenant, who, and of each item where it came from, the id of its audit row, and the memory. */
function actorValues(actor: Actor, items: readonly Removal[]): unknown[] {
  return [
    actor.projectId,
    actor.userId,
    actor.ownerId,
    actor.credentialId,
    actor.kind,
    items.map(({ origin }) => origin),
    items.map(() => newId()),
    items.map(({ id }) => id),
  ];
}

function changeValues(changes: readonly SealedChange[]): unknown[] {
  return [
    changes.map(({ content }) => content),
    changes.map(({ metadata }) => metadata),
    changes.map(({ clearsMetadata }) => clearsMetadata),
    changes.map(({ labels }) => labels && arrayText(labels)),
  ];
}

interface WriteRow {
  readonly outcome: MemoryWrite['outcome'];
  readonly at: string;
}

async function write(session: Session, statement: Statement, values: readonly unknown[]): Promise<MemoryWrite[]> {
  const rows = await session.run<WriteRow>(statement, values);
  return rows.map(({ outcome, at }) => (outcome === 'done' ? { outcome, at } : { outcome }));
}
