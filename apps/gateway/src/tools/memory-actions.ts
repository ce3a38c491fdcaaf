import { requireOwnMemory, requireUnchangedMemory } from '@cairn/core';
import type { Actor, Stores } from '@cairn/core';
import { memoryDeleteAction, memoryWriteAction } from '@cairn/governance';
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

/** A memory that is deleted as it is: approved, it is that deletion and not one of what it says by then. */
export async function memoryDelete({ memories }: Pick<Stores, 'memories'>, actor: Actor, memoryId: string): Promise<GovernedAction> {
  const state = await memories.state(actor, memoryId);
  return {
    action: memoryDeleteAction(memoryId, state),
    check: mayWrite(memoryId, 'delete'),
    holds: async (stores) => requireUnchangedMemory(stores, actor, memoryId, state),
  };
}

/** Nobody is asked about a memory that is not there, or is another's. */
function mayWrite(id: string, write: 'update' | 'delete' | 'restore'): GovernedAction['check'] {
  return (stores, actor) => requireOwnMemory(stores, actor, { id, write });
}
