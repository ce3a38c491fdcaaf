import { hash } from 'node:crypto';
import type { ActionOf } from './action.ts';
import { canonicalJson } from './canonical-json.ts';
import { heldMembers } from './held-memory.ts';
import type { HeldMemory } from './held-memory.ts';

/** Everything that a call would write of a memory; what is absent is not written. */
export interface WrittenMemory {
  /** The memory that is changed; absent: a new one. */
  readonly memoryId?: string | undefined;
  /** What that says now. */
  readonly replaces?: HeldMemory | undefined;
  readonly content?: string | undefined;
  /** Null takes it away. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly scope?: 'agent' | 'system' | undefined;
  readonly agentName?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly imported?: {
    readonly id?: string | undefined;
    readonly createdAt?: string | undefined;
    readonly updatedAt?: string | undefined;
  };
}

/** The action of writing a memory: whatever is written of it is part of it, so that nobody approves one thing and gets another. */
export function memoryWriteAction(memory: WrittenMemory): ActionOf<'memory.write'> {
  const { memoryId, replaces, content, metadata, scope, agentName, sessionId, occurredAt, imported } = memory;
  return {
    kind: 'memory.write',
    ...(memoryId !== undefined && { memory_id: memoryId.toLowerCase() }),
    ...(replaces !== undefined && { replaces: heldMembers(replaces) }),
    ...(content !== undefined && textOf(content)),
    ...(metadata !== undefined && { metadata_hash: hash('sha256', canonicalJson(metadata), 'hex'), metadata }),
    ...(scope !== undefined && { scope }),
    ...(agentName !== undefined && { agent_name: agentName }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(occurredAt !== undefined && { occurred_at: occurredAt }),
    ...(imported !== undefined && importOf(imported)),
  };
}

/** The action of bringing a former version of a memory back in the place of what it says now. Without a state: one that is not there. */
export const memoryRestoreAction = (memoryId: string, version: number, state: HeldMemory | undefined): ActionOf<'memory.write'> => ({
  kind: 'memory.write',
  memory_id: memoryId.toLowerCase(),
  restores: version,
  ...(state !== undefined && { replaces: heldMembers(state) }),
});

function textOf(content: string) {
  const bytes = Buffer.from(content);
  return { size: bytes.length, content_hash: hash('sha256', bytes, 'hex'), content };
}

function importOf({ id, createdAt, updatedAt }: NonNullable<WrittenMemory['imported']>) {
  if (id === undefined && createdAt === undefined && updatedAt === undefined) return {};
  return {
    imported: {
      ...(id !== undefined && { id }),
      ...(createdAt !== undefined && { created_at: createdAt }),
      ...(updatedAt !== undefined && { updated_at: updatedAt }),
    },
  };
}
