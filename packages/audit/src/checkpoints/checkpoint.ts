import type { Chain, ChainEnd } from '../chain/chain.ts';

/**
 * `head`: the chain was so long and ended so. `start`: what is up to there was let go, and the chain begins after it. `export`: an
 * export of all that there is ends so.
 */
export const checkpointPurposes = ['head', 'start', 'export'] as const;
export type CheckpointPurpose = (typeof checkpointPurposes)[number];

/** What a chain was at a time, signed by the service. */
export interface Checkpoint extends ChainEnd {
  readonly chain: Chain;
  readonly purpose: CheckpointPurpose;
  /** When it was signed, ISO 8601 in UTC. */
  readonly at: string;
  /** Which key signed it: see `keyIdOf`. */
  readonly keyId: string;
  /** Ed25519 over `signedText`, base64url. */
  readonly signature: string;
}

export type UnsignedCheckpoint = Omit<Checkpoint, 'keyId' | 'signature'>;

/** What is signed of a checkpoint: a JSON array whose first member keeps it apart from anything else that is signed. */
export function signedText({ purpose, chain, seq, hash, at }: UnsignedCheckpoint): string {
  return JSON.stringify(['cairn.audit.checkpoint.v1', purpose, chain.kind, chain.id, seq, hash, at]);
}
