import type { Readable } from 'node:stream';

/** What a handler answers; errors are thrown. */
export interface RestAnswer {
  readonly status: number;
  /** A JSON body; none when absent. */
  readonly body?: object;
  /**
   * Members of the body that are told once and kept nowhere in clear: for an Idempotency-Key they are sealed under the
   * caller's own credential.
   */
  readonly secret?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is not JSON; its headers name its type. */
export interface RawAnswer {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: Buffer | Readable;
}

export const isRaw = (answer: RestAnswer | RawAnswer): answer is RawAnswer => 'raw' in answer;

export const ok = (body: object): RestAnswer => ({ status: 200, body });

export const created = (location: string, body: object): RestAnswer => ({ status: 201, body, headers: { location } });

export const noContent: RestAnswer = { status: 204 };
