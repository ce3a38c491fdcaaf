import { requireOwnMemory, requireUnchangedMemory } from '@cairn/core';
import type { Actor, MemoryState, Stores } from '@cairn/core';
import { memoryDeleteAction, memoryRestoreAction, memoryWriteAction } from '@cairn/governance';
import type { GovernedAction, WrittenMemory } from '@cairn/governance';

type Memories = Pick<Stores, 'memories'>;

/** A memory that is saved, as the rules see it. */
export const memorySave = ({ agentId, ...memory }: WrittenMemory & { readonly agentId?: string | undefined }): GovernedAction => ({
  agentId,
  action: memoryWriteAction(memory),
});

/** A memory that is changed as it is: approved, it is that change and not one of what it says by then. */
export async function memoryUpdate(
  { memories }: Memories,
  actor: Actor,
  change: WrittenMemory & { readonly memoryId: string },
): Promise<GovernedAction> {
  const { memoryId } = change;
  const replaces = await memories.state(actor, memoryId);
  return {
    action: memoryWriteAction({ ...change, replaces }),
    check: mayWrite(memoryId, 'update'),
    holds: unchanged(memoryId, replaces),
  };
}

/** The same of a former version that is brought back. */
export async function memoryRestore({ memories }: Memories, actor: Actor, { id, version }: MemoryAt): Promise<GovernedAction> {
  const replaces = await memories.state(actor, id);
  return {
    action: memoryRestoreAction(id, version, replaces),
    check: mayWrite(id, 'restore'),
    holds: unchanged(id, replaces),
  };
}

interface MemoryAt {
  readonly id: string;
  readonly version: number;
}

/** Where the rules alone allow it, the last of several changes holds, as without them. */
const unchanged =
  (memoryId: string, state: MemoryState | undefined): GovernedAction['holds'] =>
  async (stores, actor, by) => {
    if (by === 'people') await requireUnchangedMemory(stores, actor, memoryId, state);
  };

/** A memory that is deleted as it is: approved, it is that deletion and not one of what it says by then. */
export async function memoryDelete({ memories }: Memories, actor: Actor, memoryId: string): Promise<GovernedAction> {
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
