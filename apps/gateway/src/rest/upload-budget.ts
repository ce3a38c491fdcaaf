import { CairnError } from '@cairn/core';

export interface UploadBudgetOptions {
  /** Bytes of uploads held in memory at once. */
  readonly bytes: number;
  /** Most of them that one credential holds. */
  readonly bytesPerCredential: number;
  /** Milliseconds that an upload waits for its share. */
  readonly patienceMs: number;
}

interface Wish {
  readonly credentialId: string;
  readonly bytes: number;
}

interface Waiting extends Wish {
  readonly start: () => void;
}

/**
 * Bounds the memory that uploads take: each holds its size while it is read and stored, and waits its turn, unread, when there
 * is no room. One credential cannot take all of it.
 */
export class UploadBudget {
  readonly #options: UploadBudgetOptions;
  readonly #held = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  #inAll = 0;

  constructor(options: UploadBudgetOptions) {
    this.#options = options;
  }

  /** Resolves, once there is room for `bytes`, to the function that gives them back. @throws STORE_UNAVAILABLE when there is none in time. */
  async take({ credentialId, bytes }: Wish): Promise<() => void> {
    const wish = { credentialId, bytes: Math.min(bytes, this.#options.bytesPerCredential) };
    if (this.#hasRoom(wish)) this.#add(credentialId, wish.bytes);
    else await this.#turn(wish);
    return once(() => {
      this.#add(credentialId, -wish.bytes);
      this.#startWaiting();
    });
  }

  async #turn(wish: Wish): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { ...wish, start: resolve };
    const timer = setTimeout(() => {
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      reject(new CairnError('STORE_UNAVAILABLE', { message: 'too many uploads at once; try again shortly', retryAfter: 5 }));
    }, this.#options.patienceMs);
    this.#queue.push(waiting);
    await promise.finally(() => clearTimeout(timer));
  }

  /** In order of arrival, past those whose credential has its fill. */
  #startWaiting(): void {
    for (const waiting of this.#queue.slice()) {
      if (!this.#hasRoom(waiting)) continue;
      this.#queue.splice(this.#queue.indexOf(waiting), 1);
      this.#add(waiting.credentialId, waiting.bytes);
      waiting.start();
    }
  }

  #hasRoom({ credentialId, bytes }: Wish): boolean {
    const held = this.#held.get(credentialId) ?? 0;
    return this.#inAll + bytes <= this.#options.bytes && held + bytes <= this.#options.bytesPerCredential;
  }

  #add(credentialId: string, bytes: number): void {
    this.#inAll += bytes;
    const held = (this.#held.get(credentialId) ?? 0) + bytes;
    if (held > 0) this.#held.set(credentialId, held);
    else this.#held.delete(credentialId);
  }
}

function once(work: () => void): () => void {
  let left: (() => void) | undefined = work;
  return () => {
    left?.();
    left = undefined;
  };
}
