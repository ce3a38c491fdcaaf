import { isDeepStrictEqual } from 'node:util';
import { CairnError } from '../errors.ts';
import type { Page, PageOf, Walk } from '../page.ts';
import type { Actor } from '../principal.ts';
import type { Memory, MemoryChange, MemoryState, MemoryVersion, NewMemory } from './memory.ts';
import type { MemoryChanging, MemoryRepository, MemoryWrite } from './memory-repository.ts';

interface Deps {
  readonly memories: MemoryRepository;
}

/** Stores a memory; when it resolves the memory is durable and in the next page. */
export function saveMemory({ memories }: Deps, actor: Actor, memory: NewMemory): Promise<{ id: string; createdAt: string }> {
  return memories.save(actor, memory);
}

export function listMemories({ memories }: Deps, actor: Actor, page: Page): Promise<PageOf<Memory>> {
  return memories.page(actor, page);
}

/** @throws MEMORY_NOT_FOUND for an id that is unknown, of another project or of another user. */
export async function getMemory({ memories }: Deps, actor: Actor, id: string): Promise<Memory> {
  const memory = await memories.get(actor, id);
  if (!memory) throw new CairnError('MEMORY_NOT_FOUND');
  return memory;
}

/** @throws MEMORY_NOT_FOUND, MEMORY_NOT_OWNED */
export async function updateMemory({ memories }: Deps, actor: Actor, id: string, change: MemoryChange): Promise<{ updatedAt: string }> {
  return { updatedAt: doneAt(await memories.update(actor, id, change)) };
}

/** @throws MEMORY_NOT_FOUND, MEMORY_NOT_OWNED */
export async function deleteMemory({ memories }: Deps, actor: Actor, id: string): Promise<void> {
  doneAt(await memories.remove(actor, id));
}

/** Throws what the write would, where it would be refused; nothing is written to the memory. @throws MEMORY_NOT_FOUND, MEMORY_NOT_OWNED */
export async function requireOwnMemory(
  { memories }: Deps,
  actor: Actor,
  { id, write }: { readonly id: string; readonly write: MemoryChanging },
): Promise<void> {
  const outcome = await memories.mayWrite(actor, id, write);
  if (outcome !== 'done') throw refused(outcome);
}

/**
 * For whoever decided on what a memory said: holds it so until the transaction ends. One that is gone is left to what is done with it.
 * @throws CONFLICT when it says something else by now.
 */
export async function requireUnchangedMemory({ memories }: Deps, actor: Actor, id: string, before: MemoryState | undefined): Promise<void> {
  const now = await memories.state(actor, id, 'held');
  if (now !== undefined && !isDeepStrictEqual(now, before))
    throw new CairnError('CONFLICT', { message: 'this memory was changed meanwhile; make the call again' });
}

/** @throws MEMORY_NOT_FOUND */
export async function listMemoryVersions({ memories }: Deps, actor: Actor, id: string, walk: Walk): Promise<readonly MemoryVersion[]> {
  const versions = await memories.history(actor, id, walk);
  if (!versions) throw new CairnError('MEMORY_NOT_FOUND');
  return versions;
}

/** @throws MEMORY_NOT_FOUND, MEMORY_NOT_OWNED, MEMORY_VERSION_NOT_FOUND */
export async function restoreMemory({ memories }: Deps, actor: Actor, id: string, version: number): Promise<{ updatedAt: string }> {
  const restore = await memories.restore(actor, id, version);
  if (restore.outcome === 'no_version') throw new CairnError('MEMORY_VERSION_NOT_FOUND');
  return { updatedAt: doneAt(restore) };
}

function doneAt(write: MemoryWrite): string {
  if (write.outcome === 'done') return write.at;
  throw refused(write.outcome);
}

const refused = (outcome: 'not_found' | 'not_owned'): CairnError =>
  new CairnError(outcome === 'not_found' ? 'MEMORY_NOT_FOUND' : 'MEMORY_NOT_OWNED');
