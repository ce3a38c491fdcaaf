import type { MemoryNeighbourhood } from '@cairn/core';
import { analyserVersion, memoryIndexTerms, packVectors } from '@cairn/retrieval';
import { inParallel } from '../data/in-parallel.ts';
import type { Loading } from './measure-place.ts';

/** As the worker does. */
const batch = 128;
/** Memories of one session. */
const sessionLength = 40;

/** Puts one user's memories into the index as the worker does, with synthetic vectors. Gives some texts to ask for. */
export async function loadMemories({
  repositories,
  actor,
  text,
  vector,
  modelId,
  count,
}: Loading & { readonly count: number }): Promise<readonly string[]> {
  const { stores, memoryIndexing } = repositories;
  const contents = Array.from({ length: count }, () => text.memory());
  await inParallel(count, (at) =>
    stores.memories.save(actor, { content: contents[at] ?? '', agentId: 'bench', sessionId: `session ${Math.floor(at / sessionLength)}` }),
  );
  const termed = (of: MemoryNeighbourhood) => ({ of, terms: memoryIndexTerms(of.memory, of.before) });
  for (;;) {
    const pending = await memoryIndexing.pending(actor, batch);
    if (pending.length === 0) break;
    await memoryIndexing.fold(actor, analyserVersion, pending.map(termed));
  }
  for (;;) {
    const bare = await memoryIndexing.unembedded(actor, modelId, batch);
    if (bare.length === 0) break;
    const vectors = bare.map((each) => {
      const { codes, vectors: packed } = packVectors([vector()]);
      return { ...each, code: codes, vector: packed };
    });
    await memoryIndexing.embed(actor, modelId, vectors);
  }
  return contents.slice(0, 400);
}
