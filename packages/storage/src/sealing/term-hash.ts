import sodium from 'sodium-native';

/** Derives a key for one use from a data key, so that no key serves two purposes. */
export function subkey(key: Uint8Array, purpose: string): Buffer {
  const out = Buffer.alloc(32);
  sodium.crypto_generichash(out, Buffer.from(purpose), Buffer.from(key));
  return out;
}

/**
 * A term of the index as a keyed 64-bit hash (BLAKE2b), written as the decimal text of a Postgres `bigint`. Two projects hash
 * the same term differently; without the key a hash tells nothing but equality within the project.
 */
export function hashTerm(termKey: Uint8Array, term: string): string {
  sodium.crypto_generichash(scratch, Buffer.from(term), termKey as Buffer);
  return scratch.readBigInt64LE(0).toString();
}

// BLAKE2b's shortest output in libsodium is 16 bytes; the first 8 are as good as any.
const scratch = Buffer.alloc(16);

/** A keyed digest of bytes: equal bytes are seen to be equal, nothing more. */
export function keyedDigest(key: Uint8Array, bytes: Uint8Array): Buffer {
  const out = Buffer.alloc(32);
  sodium.crypto_generichash(out, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.from(key));
  return out;
}

/** The functions that the library has and its types lack. */
interface StreamingHash {
  crypto_generichash_init(state: Buffer, key: Buffer, outputLength: number): void;
  crypto_generichash_update(state: Buffer, input: Buffer): void;
  crypto_generichash_final(state: Buffer, output: Buffer): void;
}
const streaming = sodium as unknown as StreamingHash;
const digestBytes = 32;

/** The same of bytes that come in pieces. */
export interface KeyedDigest {
  add(bytes: Uint8Array): void;
  /** To be asked for once. */
  end(): Buffer;
}

export function createKeyedDigest(key: Uint8Array): KeyedDigest {
  const state = Buffer.alloc(sodium.crypto_generichash_STATEBYTES);
  streaming.crypto_generichash_init(state, Buffer.from(key), digestBytes);
  return {
    add: (bytes) => streaming.crypto_generichash_update(state, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    end() {
      const out = Buffer.alloc(digestBytes);
      streaming.crypto_generichash_final(state, out);
      return out;
    },
  };
}
