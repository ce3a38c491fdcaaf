import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { signedText } from './checkpoint.ts';
import type { Checkpoint, UnsignedCheckpoint } from './checkpoint.ts';

/** Signs checkpoints, and tells how they are checked. */
export interface CheckpointSigner {
  /** Raw Ed25519 public key, base64url: the `x` of its JWK. */
  readonly publicKey: string;
  readonly keyId: string;
  sign(checkpoint: UnsignedCheckpoint): Checkpoint;
}

// An Ed25519 seed as PKCS #8 has this before its 32 bytes.
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed 32 secret bytes; the same ones always give the same key */
export function createCheckpointSigner(seed: Uint8Array): CheckpointSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x as string;
  const keyId = keyIdOf(publicKey);
  return {
    publicKey,
    keyId,
    sign: (checkpoint) => ({
      ...checkpoint,
      keyId,
      signature: sign(null, Buffer.from(signedText(checkpoint)), key).toString('base64url'),
    }),
  };
}

/** Sixteen hex digits that name a public key. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16);
}

/** Whether that key signed it. False for a key that is none. */
export type CheckpointProof = (checkpoint: Checkpoint) => boolean;

/** @throws when the text is no Ed25519 public key */
export function createCheckpointProof(publicKey: string): CheckpointProof {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  const keyId = keyIdOf(publicKey);
  return (checkpoint) => {
    const signature = Buffer.from(checkpoint.signature, 'base64url');
    // Base64 has several spellings of some bytes; a line has one.
    const isPlain = checkpoint.keyId === keyId && signature.toString('base64url') === checkpoint.signature;
    return isPlain && verify(null, Buffer.from(signedText(checkpoint)), key, signature);
  };
}
