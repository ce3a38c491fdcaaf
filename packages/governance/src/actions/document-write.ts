import type { ActionOf } from './action.ts';

/** Everything that is put into the knowledge base with a document. */
export interface WrittenDocument {
  readonly title: string;
  readonly original: WrittenOriginal;
  readonly warnings?: readonly string[] | undefined;
  /** What stands under that title. */
  readonly replaces?: (WrittenOriginal & { readonly documentId: string }) | undefined;
  /** The document whose original is read once more. */
  readonly rereads?: string | undefined;
}

export interface WrittenOriginal {
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The action of putting a document in: another one for whatever is put in, or replaced, otherwise. */
export function documentWriteAction({ title, original, warnings = [], replaces, rereads }: WrittenDocument): ActionOf<'knowledge.write'> {
  return {
    kind: 'knowledge.write',
    title,
    ...originalMembers(original),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    ...(replaces !== undefined && { replaces: { document_id: replaces.documentId, ...originalMembers(replaces) } }),
    ...(rereads !== undefined && { rereads }),
  };
}

/** An original as actions name it. */
export const originalMembers = ({ mediaType, sizeBytes, sha256 }: WrittenOriginal) => ({ size: sizeBytes, media_type: mediaType, sha256 });
