import type { IngestedDocument } from '@cairn/core';
import type { IngestInput } from '../ingest.ts';
import { Reader, type ReaderLimits } from './reader.ts';

export interface DocumentParserOptions extends ReaderLimits {
  /** Documents read at the same time, 1 by default; each takes a process of its own. */
  readonly processes?: number;
}

export interface DocumentParser {
  /**
   * Reads one document in another process; waits for a free one. A document that takes too long or too much memory fails alone:
   * its process is killed and the next document gets a new one. Aborting kills it too and rejects with the signal's reason.
   * @throws DocumentFault when it is the document's fault; any other error means that the same bytes may be tried again.
   */
  parse(input: IngestInput, signal?: AbortSignal): Promise<IngestedDocument>;
  /** Kills the processes; documents under way are rejected. */
  close(): Promise<void>;
}

/** A pool of processes that read documents. They start with the first documents, stay warm, and keep no program from ending. */
export function createDocumentParser({ processes = 1, ...limits }: DocumentParserOptions): DocumentParser {
  return new ReaderPool(processes, limits);
}

class ReaderPool implements DocumentParser {
  readonly #size: number;
  readonly #limits: ReaderLimits;
  #idle: Reader[] = [];
  readonly #busy = new Set<Reader>();
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor(size: number, limits: ReaderLimits) {
    this.#size = size;
    this.#limits = limits;
  }

  async parse(input: IngestInput, signal?: AbortSignal): Promise<IngestedDocument> {
    const reader = await this.#acquire();
    try {
      signal?.throwIfAborted();
      return await reader.read(input, signal);
    } finally {
      this.#release(reader);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    for (const reader of [...this.#idle.splice(0), ...this.#busy]) reader.stop();
  }

  async #acquire(): Promise<Reader> {
    while (!this.#closed && this.#busy.size >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#closed) throw new Error('the document parser is closed');
    this.#idle = this.#idle.filter(({ isAlive }) => isAlive);
    const reader = this.#idle.pop() ?? new Reader(this.#limits);
    this.#busy.add(reader);
    return reader;
  }

  #release(reader: Reader): void {
    this.#busy.delete(reader);
    if (!this.#closed) this.#idle.push(reader);
    this.#waiting.shift()?.();
  }
}
