import { newId, type Actor, type MemoryScope } from '@cairn/core';
import type { Session } from '../database/session.ts';
import { originOf } from './audit.ts';
import { gatherByActor } from './gathering-by-actor.ts';
import { arrayText } from './memory-rows.ts';

/** A memory as it is stored. */
export interface SealedMemory {
  readonly id: string;
  readonly content: Uint8Array;
  readonly scope: MemoryScope;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly sessionId: string | null;
  readonly occurredAt: string | null;
  /** Sealed. */
  readonly metadata: Uint8Array | null;
  /** Hashes; null without metadata. */
  readonly labels: readonly string[] | null;
}

interface Save extends SealedMemory {
  readonly origin: string;
}

/** Saves one memory; when it was saved. */
export type MemorySaver = (actor: Actor, memory: SealedMemory) => Promise<string>;

/**
 * Saves memories durably. Those of one credential that come while others of it are under way share the next transaction.
 */
export function createMemorySaver(session: Session): MemorySaver {
  const save = gatherByActor<Save, string>((actor, saves) => saveAll(session, actor, saves));
  return (actor, memory) => save(actor, { ...memory, origin: originOf(actor) });
}

const statement = {
  name: 'save_memories',
  text: 'select cairn.save_memories($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as at',
} as const;

async function saveAll(session: Session, actor: Actor, saves: readonly Save[]): Promise<readonly string[]> {
  const [row] = await session.run<{ at: string }>(statement, [
    actor.projectId,
    actor.userId,
    actor.ownerId,
    actor.credentialId,
    actor.kind,
    saves.map(({ origin }) => origin),
    saves.map(() => newId()),
    saves.map(({ id }) => id),
    saves.map(({ content }) => content),
    saves.map(({ agentId }) => agentId),
    saves.map(({ agentName }) => agentName),
    saves.map(({ scope }) => scope),
    saves.map(({ sessionId }) => sessionId),
    saves.map(({ occurredAt }) => occurredAt),
    saves.map(({ metadata }) => metadata),
    saves.map(({ labels }) => labels && arrayText(labels)),
    saves.some(({ labels }) => labels && labels.length > 0),
  ]);
  const { at } = row as { at: string };
  return saves.map(() => at);
}
