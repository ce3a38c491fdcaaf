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

/**
 * Server-sent events of a document's ingestion: one for each change, until it is ready, failed or gone. A stage that came and went between
 * two looks is told before the one that was seen.
 */
export async function* progressEvents(first: Document, { next, signal, pollMs, quietLooks }: ProgressSource): AsyncGenerator<string> {
  let told = '';
  let last: Document | undefined;
  let quiet = 0;
  for (let document: Document | undefined = first; document; document = await next()) {
    const event = progressEvent(document);
    quiet = event === told ? quiet + 1 : 0;
    if (event !== told) {
      for (const passed of passedBetween(last, document)) yield progressEvent(passed);
      yield event;
    } else if (quiet % quietLooks === 0) yield ': still here\n\n';
    told = event;
    last = document;
    if (isOver(document) || !(await waited(pollMs, signal))) return;
  }
}

/** What every ingestion goes through on its way, and the least percent there. */
const stages = [
  { status: 'parsing', progress: 5 },
  { status: 'indexing', progress: 20 },
] as const;
const order = ['queued', 'parsing', 'indexing', 'ready'];

/** The document in the stages between two looks; whether one that failed was indexing is not known. */
function passedBetween(last: Document | undefined, now: Document): readonly Document[] {
  if (last === undefined) return [];
  const [from, to] = [order.indexOf(last.status), now.status === 'failed' ? order.indexOf('indexing') : order.indexOf(now.status)];
  return stages
    .filter(({ status }) => order.indexOf(status) > from && order.indexOf(status) < to)
    .map((stage) => ({ ...now, ...stage, error: null }));
}

function progressEvent({ id, status, progress, error }: Document): string {
  const data = { document_id: id, status, stage: status, percent: progress, ...(error === null ? {} : { error }) };
  return `event: progress\ndata: ${JSON.stringify(data)}\n\n`;
}

const isOver = ({ status }: Document): boolean => status === 'ready' || status === 'failed';

/** False when the signal ended the wait. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
