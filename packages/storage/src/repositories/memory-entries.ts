import type { MemoryPostings } from '@cairn/core';

/** Positions of one row of postings. */
export const blockSize = 1024;
/** Positions of one pack of vectors. */
export const packSize = 64;

/** An occurrence of a term in the memory at a position. */
export interface MemoryEntry {
  readonly position: number;
  readonly count: number;
  readonly length: number;
}

// What is above is kept as these: a score hardly tells them apart.
const maxCount = 255;
const maxLength = 16_383;
const entryBytes = 4;

/** Entries of one block in ascending order, four bytes each, big end first: 10 bits of the position, 8 of the count, 14 of the length. */
export function encodeEntries(entries: readonly MemoryEntry[]): Buffer {
  const bytes = Buffer.allocUnsafe(entries.length * entryBytes);
  entries.forEach(({ position, count, length }, i) => {
    const packed = ((position % blockSize) << 22) | (Math.min(count, maxCount) << 14) | Math.min(length, maxLength);
    bytes.writeUInt32BE(packed >>> 0, i * entryBytes);
  });
  return bytes;
}

/** Reads what `lookup_memories` joins: block, number of bytes, entries, one after another. */
export function decodePostings(bytes: Uint8Array): MemoryPostings {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const most = Math.floor(bytes.length / entryBytes);
  const positions = new Int32Array(most);
  const counts = new Uint8Array(most);
  const lengths = new Uint16Array(most);
  let found = 0;
  for (let at = 0; at < bytes.length;) {
    const first = view.getInt32(at) * blockSize;
    const end = at + 8 + view.getInt32(at + 4);
    for (at += 8; at < end; at += entryBytes) {
      const packed = view.getUint32(at);
      positions[found] = first + (packed >>> 22);
      counts[found] = (packed >>> 14) & maxCount;
      lengths[found] = packed & maxLength;
      found += 1;
    }
  }
  return { positions: positions.subarray(0, found), counts: counts.subarray(0, found), lengths: lengths.subarray(0, found) };
}

/** Reads numbers of four bytes, big end first. */
export function decodePositions(bytes: Uint8Array): Set<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const positions = new Set<number>();
  for (let at = 0; at < bytes.length; at += entryBytes) positions.add(view.getInt32(at));
  return positions;
}
