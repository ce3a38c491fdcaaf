import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Caller } from '../product/caller.ts';

const run = promisify(execFile);
const everyMs = 200;
const linesOfAPart = 200;
const epoch = Date.UTC(2020, 0, 1);

/** What moving many memories took. Bytes are those that the process holds in RAM. */
export interface Move {
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  /** SHA-256 over what each line said, in order. */
  readonly digest: string;
  readonly memory: { readonly before: number; readonly peak: number };
}

/** One of many memories, as a line of an import. */
function lineOf(n: number, padding: string): Readonly<Record<string, unknown>> {
  return {
    content: `note ${n}: ${padding}`,
    session_id: `session ${Math.floor(n / 100)}`,
    metadata: { n, topic: `topic ${n % 50}` },
    created_at: new Date(epoch + n).toISOString(),
  };
}

interface Line {
  readonly content: string;
  readonly session_id: string;
  readonly metadata: unknown;
  readonly created_at: string;
}

const said = ({ content, session_id: session, metadata, created_at: at }: Line): string =>
  JSON.stringify([content, session, metadata, new Date(at).toISOString()]);

/** Sends memories by their numbers, `to` left out, in one request, made as they are sent. `pid`: the process that takes them in. */
export async function importMany(
  { baseUrl, secret }: Caller,
  { pid, from: first, to: end, padding }: { readonly pid: number; readonly from: number; readonly to: number; readonly padding: number },
): Promise<Move> {
  const hash = createHash('sha256');
  const filler = 'x'.repeat(padding);
  let bytes = 0;
  function* parts(): Generator<Buffer> {
    for (let from = first; from < end; from += linesOfAPart) {
      const part = Array.from({ length: Math.min(linesOfAPart, end - from) }, (_, i) => lineOf(from + i, filler));
      for (const line of part) hash.update(said(line as unknown as Line));
      const sent = Buffer.from(part.map((line) => `${JSON.stringify(line)}\n`).join(''));
      bytes += sent.length;
      yield sent;
    }
  }
  const { result, ...measured } = await watched(pid, async () => {
    const answer = await fetch(`${baseUrl}/v1/memories/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
      body: Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream,
      duplex: 'half',
    });
    return (await answer.json()) as { readonly accepted: number; readonly complete: boolean };
  });
  const lines = end - first;
  if (result.accepted !== lines || !result.complete) throw new Error(`not all was taken in: ${JSON.stringify(result)}`);
  return { lines, bytes, digest: hash.digest('hex'), ...measured };
}

/** Reads all memories in one request; the first `after` of them are not looked at. */
export async function exportMany(
  { baseUrl, secret }: Caller,
  { pid, after = 0 }: { readonly pid: number; readonly after?: number },
): Promise<Move> {
  const hash = createHash('sha256');
  let [seen, lines, bytes] = [0, 0, 0];
  const { result: _, ...measured } = await watched(pid, async () => {
    const { body } = await fetch(`${baseUrl}/v1/memories/export`, { headers: { authorization: `Bearer ${secret}` } });
    if (body === null) throw new Error('an export without a body');
    for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
      seen += 1;
      if (seen <= after) continue;
      hash.update(said(JSON.parse(line) as Line));
      lines += 1;
      bytes += line.length + 1;
    }
  });
  return { lines, bytes, digest: hash.digest('hex'), ...measured };
}

/** Does `work` and looks meanwhile at what a process holds. */
async function watched<Result>(pid: number, work: () => Promise<Result>) {
  const before = await residentBytes(pid);
  let peak = before;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentBytes(pid));
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  const began = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - began) / 1000, memory: { before, peak } };
  } finally {
    over.abort();
    await looking;
  }
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}
