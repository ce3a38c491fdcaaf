import type { Caller } from '../../product/caller.ts';
import { loadCorpus, type CorpusShape } from './load-corpus.ts';
import { measurePlace, type Place, type PlaceFigures } from './measure-place.ts';

export interface CorpusFigures extends PlaceFigures {
  readonly store: Place['store'];
  readonly shape: CorpusShape;
}

/** Searches of a corpus of passages. */
export async function measureCorpus(place: Place, shape: CorpusShape, searches: number): Promise<CorpusFigures> {
  const figures = await measurePlace(place, { load: (loading) => loadCorpus({ ...loading, shape, name: 'Report' }), search, searches });
  return { store: place.store, shape, ...figures };
}

async function search(caller: Caller, query: string): Promise<void> {
  const { status, body } = await caller.tool('search_knowledge', { query, synthesize: false });
  if (status !== 200 || body.result.results.length === 0)
    throw new Error(`a search failed: ${status} ${JSON.stringify(body).slice(0, 300)}`);
}
