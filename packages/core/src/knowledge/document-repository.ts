import type { Page, PageOf, Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import type { Document, DocumentContent, DocumentStatus, NewDocument, NewestVersion } from './document.ts';

/**
 * Documents of one project. Titles are unique in a project: the same bytes under the same title are the same document,
 * new bytes make a new version. Every write holds its audit row, and its job in the outbox, in one transaction.
 */
export interface DocumentRepository {
  /** `created` is false when the very same document was there already. */
  submit(actor: Actor, document: NewDocument): Promise<{ document: Document; created: boolean }>;
  /** The same, only while that is the newest version of the title; null: while there is no document of it. */
  submitOnto(actor: Actor, document: NewDocument, version: string | null): Promise<{ document: Document; created: boolean } | 'changed'>;
  /** `held`: nobody replaces or deletes it until the open transaction ends. */
  newest(actor: Actor, by: { readonly title: string } | { readonly id: string }, held?: 'held'): Promise<NewestVersion | undefined>;
  /** SHA-256 of its original in hexadecimal; undefined once it was replaced. */
  originalHash(actor: Actor, newest: NewestVersion): Promise<string | undefined>;
  /** Newest first: `created_at` descending, then id descending. */
  page(actor: Actor, page: Page): Promise<PageOf<Document>>;
  /** The same order as `page`; of one status only when one is given. */
  walk(actor: Actor, walk: Walk & { readonly status?: DocumentStatus | undefined }): Promise<readonly Document[]>;
  get(actor: Actor, id: string): Promise<Document | undefined>;
  /** `maxCharacters` undefined reads to the end. A slice never begins or ends inside a surrogate pair: it has all of it. */
  content(
    actor: Actor,
    id: string,
    slice: { offset: number; maxCharacters?: number | undefined },
  ): Promise<DocumentContent | 'not_found' | 'not_ready'>;
  /** The bytes as they were sent, of the newest version. */
  original(actor: Actor, id: string): Promise<{ mediaType: string; bytes: Uint8Array } | undefined>;
  /** Removes the document and all that was derived from it, in one transaction. */
  remove(actor: Actor, id: string): Promise<boolean>;
  /** Queues a failed version again. */
  retry(actor: Actor, id: string): Promise<Document | 'not_found' | 'not_failed'>;
  /**
   * Reads the original anew, as a version that takes the place of the present one when it is ready. A version that is under way
   * is left to it, one that failed is queued again.
   */
  reindex(actor: Actor, id: string): Promise<Document | 'not_found'>;
}
