import sodium from 'sodium-native';
import type { SealKey } from './key-ring.ts';

/** Bytes of a data key. */
const keyBytes = sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES;

/** How sealed bytes begin: by a key's first version, or by the version that the next four bytes name. */
const firstVersionMark = 1;
const versionedMark = 2;

const nonceBytes = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
const tagBytes = sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES;
const versionBytes = 4;

/**
 * Seals `plain` for one place (XChaCha20-Poly1305, random nonce). The place, such as `memories:<project>:<id>`, is bound in:
 * the sealed bytes open nowhere else. Layout: 1, nonce, ciphertext with tag; or, by a later version of a key: 2, version, nonce,
 * ciphertext with tag.
 */
export function seal(sealKey: SealKey, place: string, plain: Uint8Array): Buffer {
  const { version, key } = newestOf(sealKey);
  const headBytes = version === 1 ? 1 : 1 + versionBytes;
  const sealed = Buffer.allocUnsafe(headBytes + nonceBytes + plain.length + tagBytes);
  sealed[0] = version === 1 ? firstVersionMark : versionedMark;
  if (version !== 1) sealed.writeUInt32BE(version, 1);
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
  takeNonce(nonce);
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    sealed.subarray(headBytes + nonceBytes),
    toBuffer(plain),
    Buffer.from(place),
    null,
    nonce,
    toBuffer(key),
  );
  return sealed;
}

// A call of the system for each nonce takes as long as the sealing of a short text.
const nonces = Buffer.allocUnsafeSlow(nonceBytes * 128);
let noncesUsed = nonces.length;

function takeNonce(into: Buffer): void {
  if (noncesUsed === nonces.length) {
    sodium.randombytes_buf(nonces);
    noncesUsed = 0;
  }
  nonces.copy(into, 0, noncesUsed, (noncesUsed += nonceBytes));
}

/** @throws when the bytes were altered, moved to another place, or sealed under another key. */
export function open(sealKey: SealKey, place: string, sealed: Uint8Array): Buffer {
  const bytes = toBuffer(sealed);
  const version = sealedVersion(bytes, place);
  const headBytes = version === 1 ? 1 : 1 + versionBytes;
  const keys = candidatesOf(sealKey, version);
  const parts = { nonce: bytes.subarray(headBytes, headBytes + nonceBytes), rest: bytes.subarray(headBytes + nonceBytes), place };
  for (const key of keys.slice(0, -1)) {
    try {
      return openWith(key, parts);
    } catch {
      // Another one of them may open it.
    }
  }
  const last = keys.at(-1);
  if (last === undefined) throw new Error(`${place} is sealed under version ${version} of a key, which is not there`);
  try {
    return openWith(last, parts);
  } catch (error) {
    // The place names a table and ids alone, so that whoever runs the service finds the row.
    throw new Error(`${place} does not open: it was altered or moved, or is sealed under another key`, { cause: error });
  }
}

/** Which version of a key sealed these bytes. @throws when they are no sealed bytes */
function sealedVersion(bytes: Buffer, place: string): number {
  const isFirst = bytes[0] === firstVersionMark;
  const isSealed = isFirst || bytes[0] === versionedMark;
  if (!isSealed || bytes.length < (isFirst ? 1 : 1 + versionBytes) + nonceBytes + tagBytes)
    throw new Error(`${place} does not open: it is not sealed bytes of a known version`);
  return isFirst ? 1 : bytes.readUInt32BE(1);
}

interface SealedParts {
  readonly nonce: Buffer;
  readonly rest: Buffer;
  readonly place: string;
}

function openWith(key: Uint8Array, { nonce, rest, place }: SealedParts): Buffer {
  const plain = Buffer.allocUnsafe(rest.length - tagBytes);
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(plain, null, rest, Buffer.from(place), nonce, toBuffer(key));
  return plain;
}

const newestOf = (key: SealKey): { readonly version: number; readonly key: Uint8Array } =>
  key instanceof Uint8Array ? { version: 1, key } : key.newest();

function candidatesOf(key: SealKey, version: number): readonly Uint8Array[] {
  if (!(key instanceof Uint8Array)) return key.ofVersion(version);
  return version === 1 ? [key] : [];
}

export function sealText(key: SealKey, place: string, text: string): Buffer {
  return seal(key, place, Buffer.from(text));
}

export function openText(key: SealKey, place: string, sealed: Uint8Array): string {
  return open(key, place, sealed).toString();
}

/** A fresh random data key. */
export function newKey(): Buffer {
  const key = Buffer.alloc(keyBytes);
  sodium.randombytes_buf(key);
  return key;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
