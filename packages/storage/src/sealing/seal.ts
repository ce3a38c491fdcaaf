import sodium from 'sodium-native';

/** Bytes of a data key. */
const keyBytes = sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES;

const version = 1;
const nonceBytes = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
const tagBytes = sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES;
const headBytes = 1 + nonceBytes;

/**
 * Seals `plain` for one place (XChaCha20-Poly1305, random nonce). The place, such as `memories:<project>:<id>`, is bound in:
 * the sealed bytes open nowhere else. Layout: version, nonce, ciphertext with tag.
 */
export function seal(key: Uint8Array, place: string, plain: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(headBytes + plain.length + tagBytes);
  sealed[0] = version;
  const nonce = sealed.subarray(1, headBytes);
  sodium.randombytes_buf(nonce);
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    sealed.subarray(headBytes),
    toBuffer(plain),
    Buffer.from(place),
    null,
    nonce,
    toBuffer(key),
  );
  return sealed;
}

/** @throws when the bytes were altered, moved to another place, or sealed under another key. */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  if (sealed[0] !== version || sealed.length < headBytes + tagBytes) throw new Error('not sealed bytes of a known version');
  const bytes = toBuffer(sealed);
  const plain = Buffer.allocUnsafe(sealed.length - headBytes - tagBytes);
  sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
    plain,
    null,
    bytes.subarray(headBytes),
    Buffer.from(place),
    bytes.subarray(1, headBytes),
    toBuffer(key),
  );
  return plain;
}

export function sealText(key: Uint8Array, place: string, text: string): Buffer {
  return seal(key, place, Buffer.from(text));
}

export function openText(key: Uint8Array, place: string, sealed: Uint8Array): string {
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
