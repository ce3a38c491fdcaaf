import type { Actor } from '@cairn/core';
import { importBatch } from './import-batch.ts';
import type { ImportDeps } from './import-batch.ts';
import { batchesOf, readImport } from './import-lines.ts';
import type { ImportItem, LineRefusal } from './import-lines.ts';
import { readLines } from './json-lines.ts';

interface ImportCounts {
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: number;
}

/** `reason`: why not all of it was read. */
export interface ImportEnd extends ImportCounts {
  readonly complete: boolean;
  readonly reason?: string | undefined;
}

/** What is told while it goes; the summary comes last. */
export type ImportEvent =
  | ({ readonly event: 'refused' } & LineRefusal)
  | ({ readonly event: 'progress' } & ImportCounts)
  | ({ readonly event: 'summary' } & ImportEnd);

const maxLineBytes = 524_288;
const maxLines = 2_000_000;
const progressMs = 1000;

/**
 * Takes the memories of a body in, batch by batch, each in a transaction of its own: while one is written the next is read, and no
 * more than these two are held.
 * @throws STORE_UNAVAILABLE; what was taken until then stays.
 */
export async function* importMemories(
  deps: ImportDeps & { readonly closing: AbortSignal },
  actor: Actor,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<ImportEvent, void> {
  const tally = new Tally();
  let reason: string | undefined;
  let writing: Promise<readonly ImportEvent[]> = Promise.resolve([]);
  const write = async (batch: readonly ImportItem[]) => tally.add(await importBatch(deps, actor, batch));
  for await (const batch of batchesOf(readImport(readLines(body, maxLineBytes)))) {
    yield* await writing;
    reason = stopReason(tally.counts, deps.closing);
    writing = reason === undefined ? write(batch) : Promise.resolve([]);
    // It is heard of with the next batch, or after the last.
    writing.catch(() => {});
    if (reason !== undefined) break;
  }
  yield* await writing;
  yield { event: 'summary', ...tally.counts, complete: reason === undefined, reason };
}

function stopReason({ lines }: ImportCounts, closing: AbortSignal): string | undefined {
  if (closing.aborted) return 'the service is about to stop; send the rest again';
  return lines >= maxLines ? `a request takes ${maxLines} lines; send the rest in another one` : undefined;
}

class Tally {
  counts: ImportCounts = { lines: 0, accepted: 0, duplicates: 0, refused: 0 };
  #toldAt = Date.now();

  /** Counts what became of a batch, and what is to be told of it. */
  add({ accepted, duplicates, refusals }: Awaited<ReturnType<typeof importBatch>>): readonly ImportEvent[] {
    const { counts } = this;
    this.counts = {
      lines: counts.lines + accepted + duplicates + refusals.length,
      accepted: counts.accepted + accepted,
      duplicates: counts.duplicates + duplicates,
      refused: counts.refused + refusals.length,
    };
    const refused = refusals.map((refusal): ImportEvent => ({ event: 'refused', ...refusal }));
    if (Date.now() - this.#toldAt < progressMs) return refused;
    this.#toldAt = Date.now();
    return [...refused, { event: 'progress', ...this.counts }];
  }
}
