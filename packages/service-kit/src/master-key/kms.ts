/** A key service that keeps a key of its own and wraps master keys under it. It never sees data, nor the keys of projects. */
export interface Kms {
  /** The master key as a text that only the service can turn back. */
  wrap(masterKey: Uint8Array): Promise<string>;
  /** @throws KmsFault */
  unwrap(wrapped: string): Promise<Uint8Array>;
}

/** Why a key service gave no key; says nothing of what was sent or came. */
export type KmsFaultReason = 'unreachable' | 'timeout' | 'refused' | 'failed' | 'bad_answer';

const told: Readonly<Record<KmsFaultReason, string>> = {
  unreachable: 'the key service cannot be reached',
  timeout: 'the key service did not answer in time',
  refused: 'the key service refused; look at its token, its key and what that token may do',
  failed: 'the key service failed',
  bad_answer: 'the key service answered something that is no master key',
};

export class KmsFault extends Error {
  readonly reason: KmsFaultReason;

  constructor(reason: KmsFaultReason) {
    super(told[reason]);
    this.name = 'KmsFault';
    this.reason = reason;
  }

  /** Whether it may be otherwise in a moment. */
  get isPassing(): boolean {
    return this.reason === 'unreachable' || this.reason === 'timeout' || this.reason === 'failed';
  }
}
