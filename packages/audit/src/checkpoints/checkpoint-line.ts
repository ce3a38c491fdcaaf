import { checkpointPurposes } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';

/** What a checkpoint is outside: in an export, in a file that checkpoints are kept in, in a log. */
export function checkpointFields({ chain, purpose, seq, hash, at, keyId, signature }: Checkpoint) {
  return { type: 'checkpoint', purpose, chain: chain.kind, id: chain.id, seq, hash, at, key_id: keyId, signature } as const;
}

/** The same as one line of JSON, without its end. */
export function checkpointLine(checkpoint: Checkpoint): string {
  return JSON.stringify(checkpointFields(checkpoint));
}

/** Undefined for anything that is no checkpoint. Whether it is a true one its signature tells. */
export function readCheckpoint(value: unknown): Checkpoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, purpose, chain, id, seq, hash, at, key_id: keyId, signature } = value as Record<string, unknown>;
  const known = checkpointPurposes.find((one) => one === purpose);
  if (type !== 'checkpoint' || known === undefined || (chain !== 'project' && chain !== 'directory')) return undefined;
  if (typeof seq !== 'number' || typeof id !== 'string' || typeof hash !== 'string' || typeof at !== 'string') return undefined;
  if (typeof keyId !== 'string' || typeof signature !== 'string') return undefined;
  return { chain: { kind: chain, id }, purpose: known, seq, hash, at, keyId, signature };
}
