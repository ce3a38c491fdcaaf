import type { PasswordHasher } from '@cairn/auth';
import sodium from 'sodium-native';
import { WorkGate } from './work-gate.ts';

/** Argon2id. One hash takes this much memory for about a tenth of a second. */
const memoryBytes = 64 * 1024 * 1024;
const passes = 2;

/** Two hashes at once hold 128 MiB and half of Node's four worker threads; 32 waiting are served within about two seconds. */
const load = { atOnce: 2, waiting: 32 } as const;

/** A verifier with the same parameters that no password meets: its digest is 32 zero bytes. */
const decoy = `$argon2id$v=19$m=${memoryBytes / 1024},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Argon2id in libsodium, off the event loop. Verifiers are text (`$argon2id$…`) that carries its own salt and parameters.
 * Share one in a process: it bounds how many passwords are worked on at once.
 */
export function createPasswordHasher(): PasswordHasher {
  const gate = new WorkGate(load);
  return {
    hash: (password) => gate.run(() => hash(password)),
    async verify(verifier, password) {
      const isMet = await gate.run(() => meets(verifier ?? decoy, password));
      return isMet && verifier !== undefined;
    },
  };
}

async function hash(password: string): Promise<string> {
  const secret = secretOf(password);
  const out = Buffer.alloc(sodium.crypto_pwhash_STRBYTES);
  try {
    await new Promise<void>((resolve, reject) => {
      sodium.crypto_pwhash_str_async(out, secret, passes, memoryBytes, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    sodium.sodium_memzero(secret);
  }
  return out.toString('ascii').replace(/\0+$/, '');
}

async function meets(verifier: string, password: string): Promise<boolean> {
  const secret = secretOf(password);
  // libsodium reads a text that ends with NUL in a buffer of fixed size.
  const stored = Buffer.alloc(sodium.crypto_pwhash_STRBYTES);
  stored.write(verifier, 0, stored.length - 1, 'ascii');
  try {
    return await new Promise<boolean>((resolve, reject) => {
      sodium.crypto_pwhash_str_verify_async(stored, secret, (error, isMet) => (error ? reject(error) : resolve(isMet)));
    });
  } finally {
    sodium.sodium_memzero(secret);
  }
}

/** Keyboards differ in how they compose characters; NFC gives the same bytes. Its own memory, so that it can be wiped. */
function secretOf(password: string): Buffer {
  const text = password.normalize('NFC');
  const bytes = Buffer.alloc(Math.max(1, Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
}
