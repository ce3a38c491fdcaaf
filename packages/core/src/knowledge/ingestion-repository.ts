import type { DocumentError, DocumentStatus } from './document.ts';
import type { Passage, PassageTerms } from './passage.ts';

/** A worker's hold on one version. The token fences: a later claim makes every write of an earlier one fail. */
export interface IngestionClaim {
  readonly projectId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly token: string;
  readonly title: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** 1 on the first attempt. */
  readonly attempt: number;
}

export interface IngestedDocument {
  readonly text: string;
  readonly passages: readonly (Passage & { readonly terms: PassageTerms })[];
  readonly warnings: readonly string[];
}

/** Which passages are embedded together, and a digest of what is embedded: the same digest means the same vectors. */
export interface VectorPlace {
  /** Ordinal of the first passage; a multiple of 128. */
  readonly from: number;
  /** At most 128. */
  readonly passages: number;
  readonly digest: Uint8Array;
}

/** Vectors of up to 128 passages side by side. */
export interface VectorSegment extends VectorPlace {
  /** One bit a dimension, in whole bytes for each passage. */
  readonly codes: Uint8Array;
  /** One signed byte a dimension. */
  readonly vectors: Int8Array;
}

/** What the terms and vectors of a published document were made by. */
export interface IndexedBy {
  /** Version of the analysis that made the terms. */
  readonly analyser: number;
  /** Model whose vectors were staged for every passage; undefined when none is in use. */
  readonly modelId: string | undefined;
}

/** What the worker does to a version. A write answers false when the claim is no longer this worker's (or the document is gone). */
export interface IngestionRepository {
  /** Takes the version, also from a worker that holds it. Undefined when there is nothing to do: finished or deleted. */
  claim(projectId: string, versionId: string): Promise<IngestionClaim | undefined>;
  progress(claim: IngestionClaim, status: Extract<DocumentStatus, 'parsing' | 'indexing'>, percent: number): Promise<boolean>;
  /** Those of the places for which no attempt has staged vectors yet. */
  missingVectors<Place extends VectorPlace>(claim: IngestionClaim, modelId: string, places: readonly Place[]): Promise<readonly Place[]>;
  /** Keeps vectors, unseen, for this attempt or the next one; progress goes with them. */
  stageVectors(claim: IngestionClaim, modelId: string, segment: VectorSegment, percent: number): Promise<boolean>;
  /**
   * Text, passages, postings, the staged vectors and `ready`, seen in one transaction; the older version leaves search in the
   * same. Rejects when a model is named and a passage has no vector by it.
   */
  publish(claim: IngestionClaim, document: IngestedDocument, by: IndexedBy): Promise<boolean>;
  fail(claim: IngestionClaim, error: DocumentError): Promise<boolean>;
  /** Gives the claim back so that another attempt can take it at once. `waiting` is why it waits: shown with the document until it is done. */
  release(claim: IngestionClaim, waiting?: DocumentError): Promise<void>;
}
