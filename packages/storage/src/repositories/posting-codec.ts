import type { PostingBlock } from '@cairn/core';

/** Packed postings of one term in one block as four little-endian bytes each. */
export function encodeEntries(packed: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(packed.length * 4);
  for (const [at, entry] of packed.entries()) bytes.writeUInt32LE(entry, at * 4);
  return bytes;
}

/** What is left of the entries, which are in order of slots, without those of some slots side by side; `to` is exclusive. */
export function cutEntries(entries: Uint8Array, from: number, to: number): Uint8Array {
  const view = viewOf(entries);
  const first = lowerBound(view, from);
  const end = lowerBound(view, to);
  return Buffer.concat([entries.subarray(0, first * 4), entries.subarray(end * 4)]);
}

/** Index of the first entry whose slot is not below. */
function lowerBound(entries: DataView, slot: number): number {
  let low = 0;
  let high = entries.byteLength / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries.getUint16(middle * 4 + 2, true) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hashes of terms, decimal text of signed 64-bit numbers, as eight bytes each. */
export function packTerms(hashes: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(hashes.length * 8);
  for (const [at, hash] of hashes.entries()) bytes.writeBigInt64LE(BigInt(hash), at * 8);
  return bytes;
}

export function unpackTerms(bytes: Uint8Array): string[] {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.length / 8 }, (_, at) => view.getBigInt64(at * 8, true).toString());
}

/** Reads what `read_postings` joins: block, number of entries, entries, one after another. */
export function decodeBlocks(bytes: Uint8Array): PostingBlock[] {
  const view = viewOf(bytes);
  const blocks: PostingBlock[] = [];
  for (let at = 0; at < bytes.length;) {
    const block = view.getUint32(at);
    const count = view.getUint32(at + 4);
    at += 8;
    const postings = new Uint32Array(count);
    for (let entry = 0; entry < count; entry += 1, at += 4) postings[entry] = view.getUint32(at, true);
    blocks.push({ block, postings });
  }
  return blocks;
}

/** Slots side by side in a block; `to` is exclusive. */
export interface SlotSpan {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** Reads what `read_postings` says of the documents that a search keeps to. */
export function decodeSpans(bytes: Uint8Array): SlotSpan[] {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.length / 12 }, (_, row) => {
    const from = view.getUint32(row * 12 + 4);
    return { block: view.getUint32(row * 12), from, to: from + view.getUint32(row * 12 + 8) };
  });
}

/** The entries of a block that are in one of the spans. */
export function keepSpans({ block, postings }: PostingBlock, spans: readonly SlotSpan[]): PostingBlock {
  return { block, postings: postings.filter((entry) => spans.some(({ from, to }) => entry >>> 16 >= from && entry >>> 16 < to)) };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
