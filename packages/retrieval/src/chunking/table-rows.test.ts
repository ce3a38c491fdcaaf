import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences } from './sentences.ts';
import { columnsIn, valuesIn } from './table-rows.ts';

function read(text: string): (readonly [string, string])[] {
  return sentences(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
}

describe('a row of a table is a sentence', () => {
  it.each([
    ['records that name their columns', ['colour: red; keeper: Ann', 'colour: blue; keeper: Bob']],
    ['values of several sentences', ['Shop: Baker; Note: It opens at 7. Always.', 'Shop: Butcher; Note: Is it open? No!']],
    ['values with semicolons, beside others', ['id: 1; note: red', 'id: 2; note: green; or so; maybe']],
    ['one column', ['keeper: Ann. Or Bob.', 'keeper: Carol']],
    ['a single record', ['colour: red; keeper: Ann. Or Bob.']],
    ['cells between bars', ['Plan | Limit', 'Free | 1. Or 2.', 'Premium | 10']],
    ['cells between outer bars', ['| Plan | Limit |', '| Free. All. | 1 |']],
  ])('%s', (_, rows) => {
    expect(read(rows.join('\n'))).toEqual(rows.map((row) => ['row', row]));
  });

  it('whatever its columns and values are', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9äß.?!]{1,12}$/);
    const name = fc.stringMatching(/^[a-zA-Zäß][a-z_0-9]{0,12}$/);
    const table = fc
      .uniqueArray(name, { minLength: 2, maxLength: 5 })
      .chain((names) =>
        fc
          .array(fc.tuple(...names.map(() => fc.array(word, { minLength: 1, maxLength: 6 }))), { minLength: 1, maxLength: 12 })
          .map((rows) => rows.map((row) => names.map((each, at) => `${each}: ${(row[at] ?? []).join(' ')}`).join('; '))),
      );
    fc.assert(
      fc.property(table, (rows) => {
        expect(read(rows.join('\n'))).toEqual(rows.map((row) => ['row', row]));
      }),
    );
  });
});

describe('prose stays prose', () => {
  it.each([
    ['Note: use salt. And pepper.', ['Note: use salt.', 'And pepper.']],
    ['Bob: hi there. You?\nAnn: fine', ['Bob: hi there.', 'You?', 'Ann: fine']],
    ['- size: big; colour: red. Yes.\n- size: small; colour: blue', ['- size: big; colour: red.', 'Yes.', '- size: small; colour: blue']],
    ['Either a|b or c. Not d.', ['Either a|b or c.', 'Not d.']],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected.map((sentence) => ['prose', sentence]));
  });

  it('and code stays code', () => {
    expect(read('```\na: 1; b: 2\na: 2; b: 3\n```').map(([kind]) => kind)).toEqual(['markup', 'code', 'code', 'markup']);
  });
});

it('tells the names of the columns from the values', () => {
  expect(columnsIn('colour: light red; max height: 3')).toEqual(['colour', 'max height']);
  expect(valuesIn('colour: light red; max height: 3').split(/\s+/)).toEqual(['', 'light', 'red', '3']);
});

it.each(['a: ', 'a: b; ', 'a: b; c: d\n', 'a | ', '; : ', ' |\n'])('takes linear time over half a megabyte of %j', (unit) => {
  const text = unit.repeat(Math.ceil(500_000 / unit.length));
  const begun = performance.now();
  sentences(text);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
