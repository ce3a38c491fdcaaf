import { CairnError } from '@cairn/core';
import type { DocumentError, IngestionClaim, IngestionRepository } from '@cairn/core';
import type { JobPayload } from '@cairn/contracts';
import { DocumentFault } from '@cairn/documents';
import type { DocumentParser } from '@cairn/documents';
import { AttemptAborted } from '@cairn/queue';
import type { JobContext, QueueLog } from '@cairn/queue';

export interface IngestDeps {
  readonly ingestion: IngestionRepository;
  readonly parser: Pick<DocumentParser, 'parse'>;
  readonly log: QueueLog;
}

/** Claims of one version between a submit or retry and the end: more mean that whoever works on it keeps dying. */
const maxClaims = 12;

const failures = {
  interrupted: {
    code: 'interrupted',
    message: 'The server was interrupted each time it processed this document. Split it or simplify its structure, and upload it again.',
  },
  timeout: { code: 'timeout', message: 'Processing this document took too long. Split it, and upload the parts.' },
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
      await ingest(deps, claim, context.signal);
    } catch (error) {
      await letGo(deps, claim, { error, context });
    }
  };
}

async function ingest({ ingestion, parser, log }: IngestDeps, claim: IngestionClaim, signal: AbortSignal): Promise<void> {
  if (!(await ingestion.progress(claim, 'parsing', 10))) return;
  const { bytes, mediaType, title } = claim;
  const document = await parser.parse({ bytes, mediaType, title }, signal);
  if (!(await ingestion.progress(claim, 'indexing', 60))) return;
  signal.throwIfAborted();
  if (await ingestion.publish(claim, document)) {
    log.info({ versionId: claim.versionId, passages: document.passages.length }, 'document is searchable');
  }
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
    if (isFinal(error, context)) await ingestion.fail(claim, isTimeout(error) ? failures.timeout : failures.server);
    else await ingestion.release(claim);
  } catch (second) {
    // The version is offered again when its claim has lapsed.
    log.warn({ versionId: claim.versionId, err: second }, 'a claim could not be given back');
  }
  throw error;
}

const isTimeout = (error: unknown): boolean => error instanceof AttemptAborted && error.reason === 'timeout';

/** Whether no other attempt follows. */
function isFinal(error: unknown, { lastAttempt }: JobContext): boolean {
  if (error instanceof AttemptAborted) return lastAttempt && error.reason === 'timeout';
  return lastAttempt || (error instanceof CairnError && !error.retryable);
}
