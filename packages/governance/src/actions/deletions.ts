import { hash } from 'node:crypto';
import type { ActionOf } from './action.ts';
import { canonicalJson } from './canonical-json.ts';
import { originalMembers } from './document-write.ts';
import type { WrittenOriginal } from './document-write.ts';

/** What a memory says, and by which of its versions. */
export interface DeletedMemory {
  readonly version: number;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The action of deleting a memory as it is: another one once it says something else. Without a state: one that is not there. */
export function memoryDeleteAction(memoryId: string, state: DeletedMemory | undefined): ActionOf<'memory.delete'> {
  return {
    kind: 'memory.delete',
    memory_id: memoryId.toLowerCase(),
    ...(state !== undefined && {
      version: state.version,
      content_hash: hash('sha256', state.content, 'hex'),
      ...(state.metadata !== null && { metadata_hash: hash('sha256', canonicalJson(state.metadata), 'hex') }),
    }),
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
