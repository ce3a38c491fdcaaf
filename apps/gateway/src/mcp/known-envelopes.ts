import type { Params } from './inbound.ts';

const maxKnown = 256;
const maxLength = 2048;

/**
 * Envelopes of the modern era that the SDK found valid. A client sends the same one with each request, so all but its first are
 * told by their text, which costs a tenth of checking them.
 */
export class KnownEnvelopes {
  readonly #texts = new Set<string>();

  has(meta: Params): boolean {
    return this.#texts.has(textOf(meta));
  }

  add(meta: Params): void {
    const text = textOf(meta);
    if (text.length > maxLength) return;
    // Clients are few. Whoever sends ever new envelopes makes the others be checked again, no more.
    if (this.#texts.size >= maxKnown) this.#texts.clear();
    this.#texts.add(text);
  }
}

/** Progress tokens differ from request to request; one of a wrong type keeps the envelope from being known. */
function textOf(meta: Params): string {
  const token = meta['progressToken'];
  return JSON.stringify(typeof token === 'string' || Number.isSafeInteger(token) ? { ...meta, progressToken: undefined } : meta);
}
