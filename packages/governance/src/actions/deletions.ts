import type { ActionOf } from './action.ts';
import { originalMembers } from './document-write.ts';
import type { WrittenOriginal } from './document-write.ts';
import { heldMembers } from './held-memory.ts';
import type { HeldMemory } from './held-memory.ts';

/** The action of deleting a memory as it is: another one once it says something else. Without a state: one that is not there. */
export function memoryDeleteAction(memoryId: string, state: HeldMemory | undefined): ActionOf<'memory.delete'> {
  return {
    kind: 'memory.delete',
    memory_id: memoryId.toLowerCase(),
    ...(state !== undefined && heldMembers(state)),
  };
}

/** The action of deleting a document as it is: another one once it was replaced. Without a state: one that is not there. */
export function documentDeleteAction(
  documentId: string,
  state: (WrittenOriginal & { readonly title: string }) | undefined,
): ActionOf<'knowledge.delete'> {
  return {
    kind: 'knowledge.delete',
    document_id: documentId.toLowerCase(),
    ...(state !== undefined && { title: state.title, ...originalMembers(state) }),
  };
}
