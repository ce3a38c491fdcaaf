import { requireOwnMemory } from '@cairn/core';
import { memoryWriteAction } from '@cairn/governance';
import type { GovernedAction, WrittenMemory } from '@cairn/governance';

/** A memory that is saved or changed, as the rules see it. */
export function memoryWrite({ agentId, ...memory }: WrittenMemory & { readonly agentId?: string | undefined }): GovernedAction {
  const { memoryId } = memory;
  return {
    agentId,
    action: memoryWriteAction(memory),
    ...(memoryId !== undefined && { check: mayWrite(memoryId, 'update') }),
  };
}

/** A former version of a memory that is brought back. */
export const memoryRestore = (memoryId: string, version: number): GovernedAction => ({
  action: { kind: 'memory.write', memory_id: memoryId.toLowerCase(), restores: version },
  check: mayWrite(memoryId, 'restore'),
});

export const memoryDelete = (memoryId: string): GovernedAction => ({
  action: { kind: 'memory.delete', memory_id: memoryId.toLowerCase() },
  check: mayWrite(memoryId, 'delete'),
});

/** Nobody is asked about a memory that is not there, or is another's. */
function mayWrite(id: string, write: 'update' | 'delete' | 'restore'): GovernedAction['check'] {
  return (stores, actor) => requireOwnMemory(stores, actor, { id, write });
}
