import type { CodeSpan, PassageSlot } from '@cairn/core';
import { topK } from '../ranking/top-k.ts';
import { codeBytes } from './vector-codec.ts';

/** What a scan reads of a span. */
export type CodeStretch = Omit<CodeSpan, 'documentId'>;

export interface NearSlot extends PassageSlot {
  /** Greater is nearer: the sum of the query's dimensions, each with the sign of the code's. */
  readonly score: number;
}

/**
 * The `limit` slots whose codes lie nearest to the query, nearest first. A code says only on which side of 0 each dimension is,
 * so take a few hundred and tell them apart by their vectors. Codes of another length than the query's are passed over.
 */
export function nearestCodes(query: Float32Array, spans: Iterable<CodeStretch>, limit: number): NearSlot[] {
  const size = codeBytes(query.length);
  const table = sumsByByte(query, size);
  let found: NearSlot[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  for (const span of spans) {
    const { block, slot, passages, codes } = span;
    if (codes.length !== passages * size) continue;
    for (let at = 0, start = 0; at < passages; at += 1, start += size) {
      const score = scoreOf(codes, start, size, table);
      if (score > floor) found.push({ block, slot: slot + at, score });
    }
    if (found.length < limit * 4) continue;
    found = topK(found, limit, isNearer);
    floor = found.at(-1)?.score ?? floor;
  }
  return topK(found, limit, isNearer);
}

/** What each value of each byte of a code adds to the score. */
function sumsByByte(query: Float32Array, size: number): Float32Array {
  const table = new Float32Array(size * 256);
  for (let byte = 0; byte < size; byte += 1) {
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const weight = query[byte * 8 + bit] ?? 0;
        sum += value & (1 << bit) ? weight : -weight;
      }
      table[byte * 256 + value] = sum;
    }
  }
  return table;
}

/** Four sums side by side: one alone would wait for itself at each step. */
function scoreOf(codes: Uint8Array, start: number, size: number, table: Float32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let byte = 0;
  for (; byte + 3 < size; byte += 4) {
    const row = byte * 256;
    a += table[row + (codes[start + byte] as number)] as number;
    b += table[row + 256 + (codes[start + byte + 1] as number)] as number;
    c += table[row + 512 + (codes[start + byte + 2] as number)] as number;
    d += table[row + 768 + (codes[start + byte + 3] as number)] as number;
  }
  for (; byte < size; byte += 1) a += table[byte * 256 + (codes[start + byte] as number)] as number;
  return a + b + c + d;
}

function isNearer(a: NearSlot, b: NearSlot): boolean {
  if (a.score !== b.score) return a.score > b.score;
  return a.block === b.block ? a.slot < b.slot : a.block < b.block;
}
