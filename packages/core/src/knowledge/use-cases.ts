import { CairnError } from '../errors.ts';
import type { Page, PageOf } from '../page.ts';
import type { Actor } from '../principal.ts';
import type { Document, DocumentContent, NewDocument } from './document.ts';
import type { DocumentRepository } from './document-repository.ts';

interface Deps {
  readonly documents: DocumentRepository;
}

/**
 * Keeps the original and queues its ingestion; `ready` follows when the worker is through. `onto`: the version that it may take the place
 * of, or null for none; absent: whichever there is.
 * @throws CONFLICT when that is not the newest one any more.
 */
export async function submitDocument(
  { documents }: Deps,
  actor: Actor,
  document: NewDocument,
  onto?: string | null,
): Promise<{ document: Document; created: boolean }> {
  if (onto === undefined) return documents.submit(actor, document);
  const submitted = await documents.submitOnto(actor, document, onto);
  if (submitted === 'changed') throw documentChanged();
  return submitted;
}

/** For whoever decided on what stands under a title, and finds something else there. */
export const documentChanged = (): CairnError =>
  new CairnError('CONFLICT', { message: 'what stands under that title was changed meanwhile; send the document again' });

export function listDocuments({ documents }: Deps, actor: Actor, page: Page): Promise<PageOf<Document>> {
  return documents.page(actor, page);
}

/** @throws DOCUMENT_NOT_FOUND */
export async function getDocument({ documents }: Deps, actor: Actor, id: string): Promise<Document> {
  const document = await documents.get(actor, id);
  if (!document) throw new CairnError('DOCUMENT_NOT_FOUND');
  return document;
}

/**
 * The text of the version that is searched. A document that failed before it had one is empty and says why.
 * @throws DOCUMENT_NOT_FOUND, DOCUMENT_NOT_READY while the first version is queued or being read
 */
export async function readDocument(
  { documents }: Deps,
  actor: Actor,
  id: string,
  slice: { offset: number; maxCharacters?: number | undefined },
): Promise<DocumentContent> {
  const content = await documents.content(actor, id, slice);
  if (content === 'not_found') throw new CairnError('DOCUMENT_NOT_FOUND');
  return content === 'not_ready' ? failedContent(await getDocument({ documents }, actor, id)) : content;
}

function failedContent({ id, title, error }: Document): DocumentContent {
  if (error === null) throw new CairnError('DOCUMENT_NOT_READY');
  return { documentId: id, title, content: '', totalCharacters: 0, nextOffset: null, failure: error };
}

/** @throws DOCUMENT_NOT_FOUND */
export async function readOriginal({ documents }: Deps, actor: Actor, id: string): Promise<{ mediaType: string; bytes: Uint8Array }> {
  const original = await documents.original(actor, id);
  if (!original) throw new CairnError('DOCUMENT_NOT_FOUND');
  return original;
}

/** @throws DOCUMENT_NOT_FOUND */
export async function deleteDocument({ documents }: Deps, actor: Actor, id: string): Promise<void> {
  if (!(await documents.remove(actor, id))) throw new CairnError('DOCUMENT_NOT_FOUND');
}

/**
 * For whoever decided on what a document was: holds it so until the transaction ends. One that is gone is left to what is done with it.
 * @throws CONFLICT when another version is the newest by now.
 */
export async function requireUnchangedDocument({ documents }: Deps, actor: Actor, id: string, version: string | undefined): Promise<void> {
  const now = await documents.newest(actor, { id }, 'held');
  if (now !== undefined && now.version !== version)
    throw new CairnError('CONFLICT', { message: 'this document was replaced meanwhile; make the call again' });
}

/** @throws DOCUMENT_NOT_FOUND, DOCUMENT_NOT_FAILED */
export async function retryDocument({ documents }: Deps, actor: Actor, id: string): Promise<Document> {
  const document = await documents.retry(actor, id);
  if (document === 'not_found') throw new CairnError('DOCUMENT_NOT_FOUND');
  if (document === 'not_failed') throw new CairnError('DOCUMENT_NOT_FAILED');
  return document;
}

/** Has the original read anew by what reads, cuts and embeds today. @throws DOCUMENT_NOT_FOUND */
export async function reindexDocument({ documents }: Deps, actor: Actor, id: string): Promise<Document> {
  const document = await documents.reindex(actor, id);
  if (document === 'not_found') throw new CairnError('DOCUMENT_NOT_FOUND');
  return document;
}
