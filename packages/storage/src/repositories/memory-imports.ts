import { isId, newId, type Actor, type ImportedMemory, type MemoryImport } from '@cairn/core';
import type { Session } from '../database/session.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { keyedDigest } from '../sealing/term-hash.ts';
import { originOf } from './audit.ts';
import { arrayText, hashLabels, sealContent, sealMetadata } from './memory-rows.ts';

/** A memory with the id that it gets. */
interface Named {
  readonly id: string;
  readonly memory: ImportedMemory;
}

/** Takes memories in that are not there yet, in one transaction; what became of each, in the order given. */
export async function importMemories(
  session: Session,
  key: ProjectKey,
  { actor, memories }: { readonly actor: Actor; readonly memories: readonly ImportedMemory[] },
): Promise<readonly MemoryImport[]> {
  const named = memories.map((memory) => ({ memory, id: idFor(key, actor, memory) }));
  const outcomes = await importNamed(session, key, { actor, named });
  const taken = named.flatMap((each, i) =>
    outcomes[i] === 'taken' ? [{ ...each, id: idOf(key, [actor.userId, 'instead of', each.id]) }] : [],
  );
  if (taken.length === 0) return outcomes.map((outcome) => (outcome === 'taken' ? 'duplicate' : outcome));
  const others = (await importNamed(session, key, { actor, named: taken })).values();
  return outcomes.map((outcome) => {
    const own = outcome === 'taken' ? (others.next().value ?? 'duplicate') : outcome;
    return own === 'taken' ? 'duplicate' : own;
  });
}

/** A UUID stays what it is; another name, or the memory itself where it has none, always gives the same one. */
function idFor(key: ProjectKey, { userId }: Actor, memory: ImportedMemory): string {
  const { id, content, scope, agentId, agentName, sessionId, occurredAt, createdAt, metadata } = memory;
  if (id === undefined) {
    return idOf(key, [userId, 'says', content, scope, agentId, agentName, sessionId, occurredAt, createdAt, metadata]);
  }
  return isId(id) ? id.toLowerCase() : idOf(key, [userId, 'is called', id]);
}

/** Under the project's key: an id tells nothing of what it was made of. */
function idOf(key: ProjectKey, parts: readonly unknown[]): string {
  const bytes = keyedDigest(key.importIds, Buffer.from(JSON.stringify(parts))).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const statement = {
  name: 'import_memories',
  text: 'select * from cairn.import_memories($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)',
} as const;

type Outcome = MemoryImport | 'taken';

async function importNamed(
  session: Session,
  key: ProjectKey,
  { actor, named }: { readonly actor: Actor; readonly named: readonly Named[] },
): Promise<readonly Outcome[]> {
  const distinct = [...new Map(named.toReversed().map((each) => [each.id, each])).values()];
  const opener = { projectId: actor.projectId, key: key.seal };
  const rows = await session.run<{ id: string; outcome: Outcome }>(statement, [
    actor.projectId,
    actor.userId,
    actor.ownerId,
    actor.credentialId,
    actor.kind,
    originOf(actor),
    distinct.map(() => newId()),
    distinct.map(({ id }) => id),
    distinct.map(({ id, memory }) => sealContent(opener, id, memory.content)),
    distinct.map(({ memory }) => memory.agentId ?? null),
    distinct.map(({ memory }) => memory.agentName ?? null),
    distinct.map(({ memory }) => memory.scope ?? 'agent'),
    distinct.map(({ memory }) => memory.sessionId ?? null),
    distinct.map(({ memory }) => memory.occurredAt ?? null),
    distinct.map(({ id, memory }) => (memory.metadata ? sealMetadata(opener, id, memory.metadata) : null)),
    distinct.map(({ memory }) => (memory.metadata ? arrayText(hashLabels(key.labels, memory.metadata)) : null)),
    distinct.map(({ memory }) => memory.createdAt ?? null),
    distinct.map(({ memory }) => memory.updatedAt ?? null),
  ]);
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  // The first of several with one id is the one that counts.
  return named.map(({ id }) => {
    const outcome = outcomes.get(id) ?? 'duplicate';
    if (outcome === 'accepted') outcomes.set(id, 'duplicate');
    return outcome;
  });
}
