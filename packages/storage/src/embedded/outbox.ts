import type { FromEngine } from './thread-messages.ts';

/** What the engine's thread says to the main one; holds back what must not be said before the disk has it. */
export class Outbox {
  readonly #send: (message: FromEngine) => void;
  readonly #mustWait: () => boolean;
  #held: FromEngine[] = [];

  constructor(send: (message: FromEngine) => void, mustWait: () => boolean) {
    this.#send = send;
    this.#mustWait = mustWait;
  }

  /** Whether something waits for the disk. */
  get holds(): boolean {
    return this.#held.length > 0;
  }

  say(message: FromEngine): void {
    this.#held.push(message);
    if (!this.#mustWait()) this.release();
  }

  /** The disk has all of it. */
  release(): void {
    const held = this.#held;
    this.#held = [];
    for (const message of held) this.#send(message);
  }
}
