import { ProtocolViolation } from './protocol-violation.ts';

/** Messages that go to the engine in one call; it answers them all before another connection gets its turn. */
export interface Batch {
  /** In memory of its own, so that it can move to the engine's thread without a copy. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many ReadyForQuery messages the client waits for. */
  readonly syncs: number;
}

/** COPY data gathers here until it is complete. Bytes. */
const maxBatchLength = 512 * 1024 * 1024;

/** Gathers a connection's messages until they can be run. */
export class BatchBuffer {
  #parts: Buffer[] = [];
  #length = 0;
  #readyParts = 0;
  #readyLength = 0;
  #readySyncs = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > maxBatchLength) throw new ProtocolViolation('too much data before a Sync');
    this.#parts.push(part);
  }

  /** Everything added so far can be run; `syncs` is 1 when the server answers it with ReadyForQuery. */
  ready(syncs: 0 | 1): void {
    this.#readyParts = this.#parts.length;
    this.#readyLength = this.#length;
    this.#readySyncs += syncs;
  }

  /** What can be run now; later messages stay. */
  take(): Batch | undefined {
    if (this.#readyParts === 0) return undefined;
    const bytes = new Uint8Array(this.#readyLength);
    let at = 0;
    for (const part of this.#parts.splice(0, this.#readyParts)) {
      bytes.set(part, at);
      at += part.length;
    }
    const batch = { bytes, syncs: this.#readySyncs };
    this.#length -= this.#readyLength;
    this.#readyParts = this.#readyLength = this.#readySyncs = 0;
    return batch;
  }
}
