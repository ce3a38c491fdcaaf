import { CairnError } from '@cairn/core';
import type { DocumentError, Embedder, IngestedDocument, IngestionClaim, IngestionRepository } from '@cairn/core';
import type { JobPayload } from '@cairn/contracts';
import { DocumentFault } from '@cairn/documents';
import type { DocumentParser } from '@cairn/documents';
import { AttemptAborted } from '@cairn/queue';
import type { JobContext, QueueLog } from '@cairn/queue';
import { analyserVersion } from '@cairn/retrieval';
import { embedSegment, textSegments, usable } from './embed-passages.ts';
import type { WorkerEmbedder } from './embed-passages.ts';

export interface IngestDeps {
  readonly ingestion: IngestionRepository;
  readonly parser: Pick<DocumentParser, 'parse'>;
  /** Absent: documents are found by their words alone. */
  readonly embedder: WorkerEmbedder | undefined;
  readonly log: QueueLog;
  /** Called with a version that has just become searchable. */
  readonly onSearchable?: ((versionId: string) => void) | undefined;
}

/** Claims of one version between a submit or retry and the end: more mean that whoever works on it keeps dying. */
const maxClaims = 12;

const failures = {
  interrupted: {
    code: 'interrupted',
    message: 'The server was interrupted each time it processed this document. Split it or simplify its structure, and upload it again.',
  },
  timeout: { code: 'timeout', message: 'Processing this document took too long. Split it, and upload the parts.' },
  embedding: {
    code: 'embedding_unavailable',
    message: 'The embedding model did not answer. Nothing is wrong with the document: retry it when the model is back.',
  },
  server: {
    code: 'server_fault',
    message: 'A fault of the server kept this document from being processed. Nothing is wrong with the document: retry it later.',
  },
} as const satisfies Record<string, DocumentError>;

/**
 * Makes one version of a document searchable. The claim fences: whatever this attempt still writes after another one has taken
 * over, or after the document was deleted, is refused, and then it ends in silence.
 */
export function createIngestHandler(deps: IngestDeps) {
  return async ({ projectId, versionId }: JobPayload<'knowledge.ingest'>, context: JobContext): Promise<void> => {
    const claim = await deps.ingestion.claim(projectId, versionId);
    if (claim === undefined) return;
    if (claim.attempt > maxClaims) {
      await deps.ingestion.fail(claim, failures.interrupted);
      return;
    }
    try {
      await ingest(deps, claim, context);
    } catch (error) {
      await letGo(deps, claim, { error, context });
    }
  };
}

/** Where the percents of an ingestion go: reading is short, embedding takes as long as the document is. */
const percents = { parsing: 5, indexing: 20, embedded: 95 } as const;

async function ingest(deps: IngestDeps, claim: IngestionClaim, context: JobContext): Promise<void> {
  const { ingestion, parser, log } = deps;
  const embedder = usable(deps.embedder);
  if (!(await ingestion.progress(claim, 'parsing', percents.parsing))) return;
  const { bytes, mediaType, title } = claim;
  const document = await parser.parse({ bytes, mediaType, title }, context.signal);
  if (!(await ingestion.progress(claim, 'indexing', percents.indexing))) return;
  context.goesOn();
  if (embedder && !(await embed(deps, { claim, document, embedder }, context))) return;
  context.signal.throwIfAborted();
  if (await ingestion.publish(claim, document, { analyser: analyserVersion, modelId: embedder?.modelId })) {
    deps.onSearchable?.(claim.versionId);
    log.info({ versionId: claim.versionId, passages: document.passages.length }, 'document is searchable');
  }
}

interface Embedding {
  readonly claim: IngestionClaim;
  readonly document: IngestedDocument;
  readonly embedder: Embedder;
}

/** Makes the vectors that no attempt has made yet, and keeps each part of them at once. False when the claim is lost. */
async function embed({ ingestion }: IngestDeps, { claim, document, embedder }: Embedding, context: JobContext): Promise<boolean> {
  const segments = textSegments(document.passages, claim.title);
  const missing = await ingestion.missingVectors(claim, embedder.modelId, segments);
  let done = segments.length - missing.length;
  for (const segment of missing) {
    const vectors = await embedSegment(embedder, segment, context.signal);
    done += 1;
    const percent = percents.indexing + Math.floor(((percents.embedded - percents.indexing) * done) / segments.length);
    if (!(await ingestion.stageVectors(claim, embedder.modelId, vectors, percent))) return false;
    context.goesOn();
  }
  return true;
}

interface Trouble {
  readonly error: unknown;
  readonly context: JobContext;
}

/** A fault of the document is its end; a fault of the server gives the claim back for another attempt, and is the end after the last. */
async function letGo({ ingestion, log }: IngestDeps, claim: IngestionClaim, { error, context }: Trouble): Promise<void> {
  if (error instanceof DocumentFault) {
    await ingestion.fail(claim, { code: error.code, message: error.message });
    log.info({ versionId: claim.versionId, fault: error.code }, 'document cannot be read');
    return;
  }
  try {
    if (isFinal(error, context)) await ingestion.fail(claim, failureOf(error));
    else await ingestion.release(claim, waitingFor(error));
  } catch (second) {
    // The version is offered again when its claim has lapsed.
    log.warn({ versionId: claim.versionId, err: second }, 'a claim could not be given back');
  }
  throw error;
}

function failureOf(error: unknown): DocumentError {
  if (error instanceof AttemptAborted && error.reason === 'timeout') return failures.timeout;
  if (!isModelAway(error)) return failures.server;
  const { code, message } = failures.embedding;
  return { code, message: `${message} The reason: ${error.message}.` };
}

/** Why a document is queued again, when somebody can do something about it. */
function waitingFor(error: unknown): DocumentError | undefined {
  if (!isModelAway(error)) return undefined;
  const message = `The embedding model gives no vectors: ${error.message}. The document is tried again by itself for about a minute.`;
  return { code: failures.embedding.code, message };
}

const isModelAway = (error: unknown): error is CairnError => error instanceof CairnError && error.code === 'MODEL_UNAVAILABLE';

/** Whether no other attempt follows. */
function isFinal(error: unknown, { lastAttempt }: JobContext): boolean {
  if (error instanceof AttemptAborted) return lastAttempt && error.reason === 'timeout';
  return lastAttempt || (error instanceof CairnError && !error.retryable);
}
