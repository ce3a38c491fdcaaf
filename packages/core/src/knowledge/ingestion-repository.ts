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

/** What the worker does to a version. A write answers false when the claim is no longer this worker's (or the document is gone). */
export interface IngestionRepository {
  /** Takes the version, also from a worker that holds it. Undefined when there is nothing to do: finished or deleted. */
  claim(projectId: string, versionId: string): Promise<IngestionClaim | undefined>;
  progress(claim: IngestionClaim, status: Extract<DocumentStatus, 'parsing' | 'indexing'>, percent: number): Promise<boolean>;
  /** Text, passages, postings and `ready` in one transaction; the older version leaves search in the same. */
  publish(claim: IngestionClaim, document: IngestedDocument): Promise<boolean>;
  fail(claim: IngestionClaim, error: DocumentError): Promise<boolean>;
  /** Gives the claim back so that another attempt can take it at once. */
  release(claim: IngestionClaim): Promise<void>;
}
