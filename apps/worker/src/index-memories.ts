import type { JobPayload } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Embedder, MemoryIndexing, MemoryOwner, MemoryVector } from '@cairn/core';
import type { JobContext } from '@cairn/queue';
import { analyserVersion, codeBytes, memoryEmbeddingText, memoryIndexTerms, packVectors } from '@cairn/retrieval';
import { usable } from './embed-passages.ts';
import type { WorkerEmbedder } from './embed-passages.ts';

export interface MemoryIndexDeps {
  readonly memoryIndexing: MemoryIndexing;
  readonly embedder: WorkerEmbedder | undefined;
}

/** Memories that are put into the index in one transaction, which holds that index from other writers. */
const foldedAtOnce = 128;
/** Memories whose labels are made in one transaction: those of the time before there were labels. */
const labelledAtOnce = 256;
/** Memories whose vectors are made together: in a second or two, so that what was just saved is looked at soon. */
const embeddedAtOnce = 32;
/** Rounds of one job, before others get their turn. */
const rounds = 64;

/**
 * Brings the index over one user's memories up to date: words first, since a search reads everything itself that is not indexed;
 * then, a part at a time, vectors, and what another version of the analysis indexed. The job ends when nothing is left, and
 * leaves another one when it is too much for it.
 */
export function createMemoryIndexHandler(deps: MemoryIndexDeps) {
  return async (owner: JobPayload<'memory.index'>, { signal, goesOn }: JobContext): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      const labelled = await deps.memoryIndexing.label(owner, labelledAtOnce);
      const folded = await fold(deps, owner);
      const embedded = await embed(deps, owner, signal);
      const retired = folded === 0 ? await deps.memoryIndexing.retire(owner, analyserVersion, foldedAtOnce) : 0;
      if (labelled + folded + embedded + retired === 0) return;
      goesOn();
    }
    deps.memoryIndexing.wake(owner);
  };
}

async function fold({ memoryIndexing }: MemoryIndexDeps, owner: MemoryOwner): Promise<number> {
  const pending = await memoryIndexing.pending(owner, foldedAtOnce);
  if (pending.length === 0) return 0;
  const memories = pending.map((of) => ({ of, terms: memoryIndexTerms(of.memory, of.before) }));
  return memoryIndexing.fold(owner, analyserVersion, memories);
}

/** @throws MODEL_UNAVAILABLE */
async function embed({ memoryIndexing, embedder }: MemoryIndexDeps, owner: MemoryOwner, signal: AbortSignal): Promise<number> {
  const model = usable(embedder);
  if (!model) return 0;
  const lacking = await memoryIndexing.unembedded(owner, model.modelId, embeddedAtOnce);
  if (lacking.length === 0) return 0;
  return memoryIndexing.embed(owner, model.modelId, await vectorsOf(model, lacking, signal));
}

async function vectorsOf(
  embedder: Embedder,
  lacking: readonly Pick<MemoryVector, 'position' | 'of'>[],
  signal: AbortSignal,
): Promise<readonly MemoryVector[]> {
  const texts = lacking.map(({ of: { memory, before, after } }) => memoryEmbeddingText(memory, { before: before.at(-1), after }));
  const made = await embedder.embed(texts, { kind: 'passage', signal });
  if (made.length !== texts.length) throw new CairnError('MODEL_UNAVAILABLE', { message: 'the model gave too few or too many vectors' });
  const dimensions = made[0]?.length ?? 0;
  const { codes, vectors } = packVectors(made);
  const size = codeBytes(dimensions);
  return lacking.map((each, i) => ({
    ...each,
    code: codes.slice(i * size, (i + 1) * size),
    vector: vectors.slice(i * dimensions, (i + 1) * dimensions),
  }));
}
