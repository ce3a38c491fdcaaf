import { stream } from './call.ts';
import { Fault } from './fault.ts';

/** What became of the lines of an import so far. */
export interface ImportCounts {
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
}

interface ImportEvent extends Partial<ImportCounts> {
  readonly event: 'progress' | 'refused' | 'summary';
  readonly complete?: boolean;
  readonly reason?: string;
  readonly line?: number;
  readonly message?: string;
}

export interface Refusal {
  readonly line: number;
  readonly message: string;
}

export interface ImportOutcome extends ImportCounts {
  /** Why not all of it was read; undefined when it was. */
  readonly brokenOff: string | undefined;
  /** The first lines that were not taken. */
  readonly refusals: readonly Refusal[];
}

interface Watched<Progress> {
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** How many refusals are kept to be shown. */
const mostRefusals = 100;

/** All memories of the person in the project, one JSON object a line. Tells how many came so far. @throws Fault */
export async function exportMemories(project: string, { onProgress, signal }: Watched<number>): Promise<Blob> {
  const { body } = await stream('/v1/memories/export', { project, signal });
  const parts: BlobPart[] = [];
  let count = 0;
  let end = 10;
  for await (const bytes of chunksOf(body)) {
    parts.push(bytes);
    for (const byte of bytes) if (byte === 10) count += 1;
    end = bytes.at(-1) ?? end;
    onProgress(count);
  }
  // Half a line is no memory; the whole is asked for again.
  if (end !== 10) throw new Fault('offline');
  return new Blob(parts);
}

/** Takes the memories of a file in. What is there already is left as it is, so that a broken import is done again. @throws Fault */
export async function importMemories(project: string, file: Blob, { onProgress, signal }: Watched<ImportCounts>): Promise<ImportOutcome> {
  const { body } = await stream('/v1/memories/import', { method: 'POST', project, lines: file, signal });
  const refusals: Refusal[] = [];
  let counts: ImportCounts = { lines: 0, accepted: 0, duplicates: 0, refused: 0 };
  let last: ImportEvent | undefined;
  for await (const line of linesOf(body)) {
    last = JSON.parse(line) as ImportEvent;
    if (last.event === 'refused' && refusals.length < mostRefusals) refusals.push({ line: last.line ?? 0, message: last.message ?? '' });
    if (last.event === 'refused') continue;
    const { lines = counts.lines, accepted = counts.accepted, duplicates = counts.duplicates, refused = counts.refused } = last;
    counts = { lines, accepted, duplicates, refused };
    onProgress(counts);
  }
  if (last?.event !== 'summary') throw new Fault('offline');
  return { ...counts, refusals, brokenOff: last.complete === false ? (last.reason ?? 'It broke off.') : undefined };
}

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) return;
    yield value;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of chunksOf(body)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
