import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '@cairn/core';

export interface ProgressSource {
  /** The document as it is now; undefined when it is gone or may no longer be watched. */
  readonly next: () => Promise<Document | undefined>;
  /** Ends the events at once. */
  readonly signal: AbortSignal;
  /** Milliseconds between looks. */
  readonly pollMs: number;
  /** Looks without a change after which a comment keeps the connection alive. */
  readonly quietLooks: number;
}

/** Server-sent events of a document's ingestion: one for each change, until it is ready, failed or gone. */
export async function* progressEvents(first: Document, { next, signal, pollMs, quietLooks }: ProgressSource): AsyncGenerator<string> {
  let told = '';
  let quiet = 0;
  for (let document: Document | undefined = first; document; document = await next()) {
    const event = progressEvent(document);
    quiet = event === told ? quiet + 1 : 0;
    if (event !== told) yield event;
    else if (quiet % quietLooks === 0) yield ': still here\n\n';
    told = event;
    if (isOver(document) || !(await waited(pollMs, signal))) return;
  }
}

function progressEvent({ id, status, progress, error }: Document): string {
  const data = { document_id: id, status, stage: status, percent: progress, ...(error === null ? {} : { error }) };
  return `event: progress\ndata: ${JSON.stringify(data)}\n\n`;
}

const isOver = ({ status }: Document): boolean => status === 'ready' || status === 'failed';

/** False when the signal ended the wait. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
