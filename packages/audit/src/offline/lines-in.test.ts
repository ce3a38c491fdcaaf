import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesIn } from './lines-in.ts';

async function* each<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

async function all(pieces: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesIn(each(pieces))) lines.push(line);
  return lines;
}

test('lines are parted by line feeds alone, wherever the file is cut while it is read', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', '\u2028'));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.array(fc.nat({ max: 80 }), { maxLength: 4 }), async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
      const pieces = places.slice(1).map((to, at) => bytes.subarray(places[at], to));
      expect(await all(pieces)).toEqual(lines);
    }),
  );
});

test('the last line may be without its end, and a carriage return belongs to its line', async () => {
  expect(await all(['a\r\n\nb'])).toEqual(['a\r', '', 'b']);
  expect(await all([])).toEqual([]);
});

test('what is no UTF-8 is told as an empty line, and a mark of the byte order stays', async () => {
  expect(await all([Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0xef, 0xbb, 0xbf, 0x62])])).toEqual(['a', '', '\ufeffb']);
});
