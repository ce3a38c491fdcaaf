import type { IndexedBy, VectorPlace, VectorSegment } from './ingestion-repository.ts';
import type { Passage, PassageTerms } from './passage.ts';

/** A live version whose terms or vectors were made by something else than what is in use now. */
export interface ReindexTask extends IndexedBy {
  readonly projectId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly title: string;
  readonly passages: number;
}

export interface VectorsOfModel {
  readonly modelId: string;
  readonly dimensions: number;
}

/**
 * Brings live versions up to date with another analysis or embedding model while they stay in search. Any number of workers may
 * do it to one version: what one has done the other finds done. Every write answers false when the version is no longer live.
 */
export interface ReindexRepository {
  /**
   * Leaves a job for each of at most `limit` live versions that were not made by `by`, those first that were not offered for
   * longest. A model that is undefined asks for no vectors. Returns how many were offered.
   */
  offerStale(by: IndexedBy, limit: number): Promise<number>;
  /**
   * Looks through at most `limit` projects behind one, in the order of their ids, for vectors of a model that have another length
   * than its own, and for live versions that lack some: drops them all, so that `offerStale` offers these versions and attempts
   * that go on make them anew. Returns the last project; undefined when that was the last of all.
   */
  dropUnlike(
    vectors: VectorsOfModel,
    projects: { readonly after: string | undefined; readonly limit: number },
  ): Promise<string | undefined>;
  /** Undefined when the version is not live. */
  find(projectId: string, versionId: string): Promise<ReindexTask | undefined>;
  /** From an ordinal on. */
  passages(task: ReindexTask, from: number, limit: number): Promise<readonly Passage[]>;
  /** Puts the terms of all passages, in order, in place of those that are there. */
  replaceTerms(task: ReindexTask, terms: readonly PassageTerms[], analyser: number): Promise<boolean>;
  /** Those of the places for which no vectors of the model are there. */
  missingVectors<Place extends VectorPlace>(task: ReindexTask, modelId: string, places: readonly Place[]): Promise<readonly Place[]>;
  stageVectors(task: ReindexTask, modelId: string, segment: VectorSegment): Promise<boolean>;
  /** Shows the staged vectors and drops those of every other model. Rejects when a passage has none. */
  showVectors(task: ReindexTask, modelId: string): Promise<boolean>;
}
