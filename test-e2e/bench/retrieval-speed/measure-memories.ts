import type { Caller } from '../../product/caller.ts';
import { loadMemories } from './load-memories.ts';
import { measurePlace, type Place, type PlaceFigures } from './measure-place.ts';

export interface MemoryFigures extends PlaceFigures {
  readonly store: Place['store'];
  /** All of one user. */
  readonly memories: number;
}

/** Searches of one user's memories. */
export async function measureMemories(place: Place, memories: number, searches: number): Promise<MemoryFigures> {
  const figures = await measurePlace(place, { load: (loading) => loadMemories({ ...loading, count: memories }), search, searches });
  return { store: place.store, memories, ...figures };
}

async function search(caller: Caller, query: string): Promise<void> {
  const { status, body } = await caller.rest('POST', '/v1/memories/search', { query });
  if (status !== 200 || body.data.length === 0) throw new Error(`a search failed: ${status} ${JSON.stringify(body).slice(0, 300)}`);
}
