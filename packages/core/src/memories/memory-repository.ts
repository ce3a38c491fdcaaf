import type { Page, PageOf, Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import type {
  ImportedMemory,
  Memory,
  MemoryAgent,
  MemoryChange,
  MemoryFilter,
  MemoryImport,
  MemoryState,
  MemoryVersion,
  NewMemory,
} from './memory.ts';

/** What became of a write to one memory; decided in the transaction that writes. */
export type MemoryWrite =
  | { readonly outcome: 'done'; readonly at: string }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_owned' };

export interface MemoryWalk extends Walk {
  /** Default: newest first. */
  readonly oldestFirst?: boolean | undefined;
}

/** What may be done to one memory. */
export type MemoryChanging = 'update' | 'delete' | 'restore';

/** What became of a restore; `no_version`: the memory has no version of that number, or not any more. */
export type MemoryRestore = MemoryWrite | { readonly outcome: 'no_version' };

/**
 * Memories of one project. Every method sees only the actor's project; reads see only the actor's user.
 * A write is durable when its promise resolves and holds its audit row in the same transaction.
 * Whatever index finds memories follows in that transaction: what was found by a text that changed or went is not found by it any
 * more. An update keeps the state that it replaces, the newest 1,000 of a memory; a delete is for good and takes them along.
 * Not in the contract: ranking, search.
 */
export interface MemoryRepository {
  save(actor: Actor, memory: NewMemory): Promise<{ id: string; createdAt: string }>;
  /** Newest first: `created_at` descending, then id descending. */
  page(actor: Actor, page: Page): Promise<PageOf<Memory>>;
  /** The same order as `page`, or its reverse. */
  walk(actor: Actor, walk: MemoryWalk, filter?: MemoryFilter): Promise<readonly Memory[]>;
  /** Agents that the user has memories of, by their id: those after one, at most so many. */
  agents(actor: Actor, part: { readonly after?: string | undefined; readonly limit: number }): Promise<readonly MemoryAgent[]>;
  get(actor: Actor, id: string): Promise<Memory | undefined>;
  /** What it says now and by which version. `held`: nobody changes it until the open transaction ends. */
  state(actor: Actor, id: string, held?: 'held'): Promise<MemoryState | undefined>;
  /** Only the owner (a session: the user) may; another credential of the project gets `not_owned`. */
  update(actor: Actor, id: string, change: MemoryChange): Promise<MemoryWrite>;
  remove(actor: Actor, id: string): Promise<MemoryWrite>;
  /** What that write to it would come to now, without it; one that would be refused is audited as if it had been tried. */
  mayWrite(actor: Actor, id: string, write: MemoryChanging): Promise<MemoryWrite['outcome']>;
  /** Takes in, in one transaction, those that are not there yet; what became of each, in the order given. At most 1,000. */
  import(actor: Actor, memories: readonly ImportedMemory[]): Promise<readonly MemoryImport[]>;
  /** States of a memory, newest first, the one that holds among them; undefined when the memory is not there. */
  history(actor: Actor, id: string, walk: Walk): Promise<readonly MemoryVersion[] | undefined>;
  /** Content and metadata of a version hold again, as a new version; the version that holds is left alone. Who may: as `update`. */
  restore(actor: Actor, id: string, version: number): Promise<MemoryRestore>;
}
