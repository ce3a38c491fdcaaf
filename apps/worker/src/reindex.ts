import type { JobPayload } from '@cairn/contracts';
import type { Embedder, PassageTerms, ReindexRepository, ReindexTask } from '@cairn/core';
import type { JobContext, QueueLog } from '@cairn/queue';
import { analyserVersion, passageTerms } from '@cairn/retrieval';
import { embedSegment, segmentPassages, textSegments, usable } from './embed-passages.ts';
import type { WorkerEmbedder } from './embed-passages.ts';

export interface ReindexDeps {
  readonly reindex: ReindexRepository;
  readonly embedder: WorkerEmbedder | undefined;
  readonly log: QueueLog;
}

/** Passages that are read at a time. */
const readAtOnce = segmentPassages * 4;
/** Segments that one job embeds before it lets others in. */
const segmentsAJob = 8;

/**
 * Brings one version up to date with this build's analysis and the model in use, while it stays in search as it was. A long
 * version takes several jobs: each one leaves what is done, and the next goes on there. When it is through it asks for another
 * version, so that there are always as many jobs about as the sweep has offered.
 */
export function createReindexHandler(deps: ReindexDeps) {
  return async ({ projectId, versionId }: JobPayload<'knowledge.reindex'>, context: JobContext): Promise<void> => {
    const embedder = usable(deps.embedder);
    const task = await deps.reindex.find(projectId, versionId);
    if (task && task.analyser !== analyserVersion) await replaceTerms(deps, task, context);
    if (task && embedder && task.modelId !== embedder.modelId) await replaceVectors({ ...deps, embedder }, task, context);
    await deps.reindex.offerStale({ analyser: analyserVersion, modelId: embedder?.modelId }, 1);
  };
}

async function replaceTerms({ reindex, log }: ReindexDeps, task: ReindexTask, { signal, goesOn }: JobContext): Promise<void> {
  const terms: PassageTerms[] = [];
  while (terms.length < task.passages) {
    const passages = await reindex.passages(task, terms.length, readAtOnce);
    signal.throwIfAborted();
    if (passages.length === 0) return;
    for (const passage of passages) terms.push(passageTerms(passage, task.title));
    goesOn();
  }
  if (await reindex.replaceTerms(task, terms, analyserVersion)) log.info({ versionId: task.versionId }, 'terms made anew');
}

async function replaceVectors(
  { reindex, embedder, log }: ReindexDeps & { readonly embedder: Embedder },
  task: ReindexTask,
  { signal, goesOn }: JobContext,
): Promise<void> {
  let embedded = 0;
  for (let from = 0; from < task.passages; from += readAtOnce) {
    const segments = textSegments(await reindex.passages(task, from, readAtOnce), task.title, from);
    for (const segment of await reindex.missingVectors(task, embedder.modelId, segments)) {
      if (embedded === segmentsAJob) return;
      if (!(await reindex.stageVectors(task, embedder.modelId, await embedSegment(embedder, segment, signal)))) return;
      embedded += 1;
      goesOn();
    }
  }
  if (await reindex.showVectors(task, embedder.modelId)) log.info({ versionId: task.versionId }, 'vectors made anew');
}
