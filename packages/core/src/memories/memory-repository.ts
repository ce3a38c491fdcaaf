import type { Page, PageOf, Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import type { Memory, MemoryChange, MemoryFilter, NewMemory } from './memory.ts';

/** What became of a write to one memory; decided in the transaction that writes. */
export type MemoryWrite =
  | { readonly outcome: 'done'; readonly at: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_owned' };

/**
 * Memories of one project. Every method sees only the actor's project; reads see only the actor's user.
 * A write is durable when its promise resolves and holds its audit row in the same transaction.
 * Whatever index finds memories follows in that transaction: what was found by a text that changed or went is not found by it any
 * more. Not in the contract: ranking, history, search.
 */
export interface MemoryRepository {
  save(actor: Actor, memory: NewMemory): Promise<{ id: string; createdAt: string }>;
  /** Newest first: `created_at` descending, then id descending. */
  page(actor: Actor, page: Page): Promise<PageOf<Memory>>;
  /** The same order as `page`. */
  walk(actor: Actor, walk: Walk, filter?: MemoryFilter): Promise<readonly Memory[]>;
  get(actor: Actor, id: string): Promise<Memory | undefined>;
  /** Only the owner (a session: the user) may; another credential of the project gets `not_owned`. */
  update(actor: Actor, id: string, change: MemoryChange): Promise<MemoryWrite>;
  remove(actor: Actor, id: string): Promise<MemoryWrite>;
}
