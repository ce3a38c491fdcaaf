import { ProtocolViolation } from './protocol-violation.ts';
import { headerLength, lengthAt } from './wire-messages.ts';

/** Postgres's own limit for a startup packet, bytes. */
const maxStartupLength = 10_000;
/** Well over any parameter that is stored, and far under what the engine's memory can take. Bytes. */
const maxMessageLength = 256 * 1024 * 1024;

/**
 * Cuts a client's byte stream into whole messages. A message that comes in pieces is joined once, so the work
 * grows with the bytes and not with their square.
 */
export class FrontendFramer {
  #held: Buffer[] = [];
  #heldLength = 0;
  #needed = 0;
  #typed = false;

  /** The startup packet has been read: from here on messages carry a type byte. */
  startupRead(): void {
    this.#typed = true;
  }

  /** @throws ProtocolViolation on a length that no client sends. */
  feed(chunk: Buffer, take: (message: Buffer) => void): void {
    let rest = this.#join(chunk);
    while (rest !== undefined && rest.length >= this.#headerLength) {
      const length = this.#messageLength(rest);
      if (rest.length < length) {
        this.#hold(rest, length);
        return;
      }
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    if (rest !== undefined && rest.length > 0) this.#hold(rest, this.#headerLength);
  }

  get #headerLength(): number {
    return this.#typed ? headerLength : 4;
  }

  #messageLength(bytes: Buffer): number {
    const length = this.#typed ? lengthAt(bytes, 0) : bytes.readInt32BE(0);
    const [least, most] = this.#typed ? [headerLength, maxMessageLength] : [8, maxStartupLength];
    if (length < least || length > most) throw new ProtocolViolation('invalid message length');
    return length;
  }

  #hold(bytes: Buffer, needed: number): void {
    this.#held = [bytes];
    this.#heldLength = bytes.length;
    this.#needed = needed;
  }

  #join(chunk: Buffer): Buffer | undefined {
    if (this.#held.length === 0) return chunk;
    this.#held.push(chunk);
    this.#heldLength += chunk.length;
    if (this.#heldLength < this.#needed) return undefined;
    const joined = Buffer.concat(this.#held, this.#heldLength);
    this.#held = [];
    return joined;
  }
}
