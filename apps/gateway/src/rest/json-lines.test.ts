import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './json-lines.ts';

async function* inParts(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let start = 0;
  for (const cut of cuts.map((each) => each % (bytes.length + 1)).toSorted((a, b) => a - b)) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
  yield bytes.subarray(start);
}

async function linesOf(text: string, { cuts = [], maxBytes = 100 }: { cuts?: readonly number[]; maxBytes?: number } = {}) {
  const lines: (readonly [number, string | undefined])[] = [];
  for await (const { number, bytes } of readLines(inParts(Buffer.from(text), cuts), maxBytes)) lines.push([number, bytes?.toString()]);
  return lines;
}

test('lines are told with their numbers, the empty ones counted and left out', async () => {
  expect(await linesOf('one\n\ntwo\r\n\r\nthree')).toEqual([
    [1, 'one'],
    [3, 'two'],
    [5, 'three'],
  ]);
  expect(await linesOf('')).toEqual([]);
  expect(await linesOf('\n\n')).toEqual([]);
  expect(await linesOf('last\n')).toEqual([[1, 'last']]);
});

test('a line that is too long is told as one, and those beside it are whole', async () => {
  expect(await linesOf(`a\n${'b'.repeat(11)}\n${'c'.repeat(10)}\n${'d'.repeat(500)}`, { cuts: [1, 5, 9, 30], maxBytes: 10 })).toEqual([
    [1, 'a'],
    [2, undefined],
    [3, 'c'.repeat(10)],
    [4, undefined],
  ]);
});

test('lines are the same, however the body comes', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, cuts) => {
      const expected = lines.flatMap((each, at) => (each === '' ? [] : [[at + 1, each]]));
      expect(await linesOf(lines.join('\n'), { cuts })).toEqual(expected);
    }),
  );
});
