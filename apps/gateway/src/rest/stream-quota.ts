import { CairnError } from '@cairn/core';

/** Most streams that one credential, and one process, holds open at once. */
export interface StreamBounds {
  readonly perCredential: number;
  readonly inAll: number;
}

/** Counts open streams. */
export class StreamQuota {
  readonly #bounds: StreamBounds;
  readonly #open = new Map<string, number>();
  #inAll = 0;

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  /** Takes a place and gives the function that frees it. @throws RATE_LIMITED when there is none. */
  take(credentialId: string): () => void {
    const held = this.#open.get(credentialId) ?? 0;
    if (held >= this.#bounds.perCredential || this.#inAll >= this.#bounds.inAll) {
      throw new CairnError('RATE_LIMITED', { message: 'too many streams are open; close one or poll instead', retryAfter: 10 });
    }
    this.#open.set(credentialId, held + 1);
    this.#inAll += 1;
    return () => this.#free(credentialId);
  }

  #free(credentialId: string): void {
    const held = (this.#open.get(credentialId) ?? 0) - 1;
    if (held > 0) this.#open.set(credentialId, held);
    else this.#open.delete(credentialId);
    this.#inAll -= 1;
  }
}
