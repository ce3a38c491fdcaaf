import type { CodeSpan } from '@cairn/core';
import { expect, it } from 'vitest';
import { nearestCodes } from './code-scan.ts';
import { cosine, packVectors } from './vector-codec.ts';

/** The same numbers on every run. */
function randomVectors(count: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => {
    // Sums of several are spread like a bell.
    const vector = Float32Array.from({ length: dimensions }, () => next() + next() + next());
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

function spansOf(vectors: readonly Float32Array[], perSpan: number): CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (let from = 0; from < vectors.length; from += perSpan) {
    const part = vectors.slice(from, from + perSpan);
    spans.push({ block: 1 + from / perSpan, slot: 5, passages: part.length, documentId: 'd', codes: packVectors(part).codes });
  }
  return spans;
}

it('finds a vector by itself', () => {
  const vectors = randomVectors(500, 64, 1);
  const [first] = nearestCodes(vectors.at(321) as Float32Array, spansOf(vectors, 100), 3);
  expect(first).toMatchObject({ block: 4, slot: 26 });
});

it('has the nearest vectors among a few hundred candidates', () => {
  const vectors = randomVectors(5000, 128, 2);
  const spans = spansOf(vectors, 100);
  let kept = 0;
  for (const query of randomVectors(20, 128, 3)) {
    const exact = vectors
      .map((vector, at) => ({ at, score: cosine(query, packVectors([vector]).vectors) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10);
    const candidates = new Set(nearestCodes(query, spans, 300).map(({ block, slot }) => (block - 1) * 100 + slot - 5));
    kept += exact.filter(({ at }) => candidates.has(at)).length;
  }
  expect(kept / 200).toBeGreaterThan(0.9);
});

it('passes over codes of another length, and gives the nearest first, in one order', () => {
  const vectors = randomVectors(40, 16, 4);
  const query = vectors.at(0) as Float32Array;
  const spans = [...spansOf(vectors, 8), { block: 99, slot: 0, passages: 1, documentId: 'd', codes: new Uint8Array(3) }];
  const found = nearestCodes(query, spans, 12);
  expect(found).toHaveLength(12);
  expect(found.map(({ block }) => block)).not.toContain(99);
  expect(found).toEqual(found.toSorted((a, b) => b.score - a.score || a.block - b.block || a.slot - b.slot));
  expect(nearestCodes(query, spans.toReversed(), 12)).toEqual(found);
});
