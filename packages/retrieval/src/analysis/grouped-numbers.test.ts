import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyseQuery, lookUpTerms } from './analyse.ts';
import { askedTerms, says, termsIn } from './answer-terms.ts';
import { groupedNumbers } from './grouped-numbers.ts';
import { normalise } from './normalise.ts';
import { passageTerms } from './passage-terms.ts';
import { tokenise } from './tokens.ts';

function numbersIn(text: string): string[] {
  const plain = normalise(text);
  return [...groupedNumbers(plain, tokenise(plain)).keys()];
}

/** Whether a query finds a text by the whole of a number. */
function meets(query: string, text: string, whole: string): boolean {
  const { counts } = passageTerms({ text, headings: [] }, '');
  return counts.has(whole) && lookUpTerms(query).includes(whole);
}

describe('a number in groups is the number in one piece', () => {
  it.each([
    ['+41446681800', '+41 44 668 18 00', '41446681800'],
    ['+41446681800', '+41 (0)44 668 18 00', '41446681800'],
    ['+41446681800', '+41-44-668-18-00', '41446681800'],
    ['+41446681800', '+41\u00a044\u00a0668\u202f18\u202f00', '41446681800'],
    ['0446681800', '+41 (0)44 668 18 00', '0446681800'],
    ['0446681800', 'Room 12 044 668 18 00', '0446681800'],
    ['0446681800', '044/668.18.00', '0446681800'],
    ['0446681800', '(044) 668-1800', '0446681800'],
    ['+15551234567', '+1 (555) 123-4567', '15551234567'],
    ['CH9300762011623852957', 'IBAN CH93 0076 2011 6238 5295 7', 'ch9300762011623852957'],
    ['ch9300762011623852957', 'ch93 0076 2011 6238 5295 7', 'ch9300762011623852957'],
    ['GB29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19', 'gb29nwbk60161331926819'],
    ['4111111111111111', '4111 1111 1111 1111', '4111111111111111'],
    ['4111111111111111', '4111-1111-1111-1111', '4111111111111111'],
    ['7561234567897', '756.1234.5678.97', '7561234567897'],
    ['XK7Q9PLM22ABZZ81', 'xk7q-9plm-22ab-zz81', 'xk7q9plm22abzz81'],
    ['XKQP9PLM22AB', 'serial XKQP 9PLM 22AB', 'xkqp9plm22ab'],
    ['210000000003139471430009017', '21 00000 00003 13947 14300 09017', '210000000003139471430009017'],
    ['1234567', '1 234 567', '1234567'],
    ['12500', '12 500', '12500'],
    ['1234', "1'234", '1234'],
    ['٠٤٤٦٦٨١٨٠٠', '044 668 18 00', '0446681800'],
  ])('%s and %s', (piece, groups, whole) => {
    expect(meets(piece, `Please note ${groups}, as always.`, whole)).toBe(true);
    expect(meets(`who has ${groups}?`, `It is ${piece}.`, whole)).toBe(true);
  });

  it('however it is parted', () => {
    const separators = fc.constantFrom(' ', '-', '.', '/', '\u00a0', ' - ', '\u2013');
    const parting = fc.array(fc.tuple(fc.integer({ min: 2, max: 4 }), separators), { minLength: 10, maxLength: 10 });
    const number = fc.stringMatching(/^[1-9]\d{7,18}$/);
    fc.assert(
      fc.property(number, parting, parting, (whole, one, other) => {
        const text = `The number is ${parted(whole, one)}, and it is good.`;
        expect(meets(`who has ${parted(whole, other)}?`, text, whole)).toBe(true);
        expect(meets(whole, text, whole)).toBe(true);
        const said = termsIn(`It is ${whole}.`, []);
        expect(askedTerms(parted(whole, one)).every((asked) => says(said, asked))).toBe(true);
      }),
    );
  });
});

describe('what is no number in groups', () => {
  it.each([
    'in 2024 12 people came',
    'on 5 May 2023 at 7:55 pm, 9 of 12',
    'Version 1.2.3, in 99 of 100 cases',
    'The years 2019, 2020, 2021 and 2022.',
    'It was 2023. 1200000 came.',
    'line 2023\n4567 next',
    '12 34 56 78 90 12 34 56 78 90 12 34',
    'WHO AND NATO MET',
    'MST 2019 in 2011-2013, and ISO 9001000',
    'claude-3-5-sonnet-20241022, gpt-4-2024',
  ])('%s', (text) => {
    expect(numbersIn(text)).toEqual([]);
  });

  it('is any text whose numbers are parted by words', () => {
    const piece = fc.tuple(fc.stringMatching(/^\d{1,12}$/), fc.constantFrom('people', 'in', 'of the', 'and', ', ', '; ', '\n'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(numbersIn(pieces.map(([number, word]) => `${number} ${word} `).join(''))).toEqual([]);
      }),
    );
  });
});

it('leaves the length of a passage and the terms of a text and a query as they are', () => {
  const text = 'Call +41 44 668 18 00 now';
  expect(passageTerms({ text, headings: [] }, '').length).toBe(2 * analyse(text).length);
  expect(analyse(text)).not.toContain('41446681800');
  expect(analyseQuery(text)).not.toContain('41446681800');
});

it.each(['12 ', '0 ', 'A1-', '12.', 'AB ', '+1 ('])('takes linear time over half a megabyte of %j', (unit) => {
  const text = unit.repeat(Math.ceil(500_000 / unit.length));
  const begun = performance.now();
  numbersIn(text);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

function parted(whole: string, parting: readonly (readonly [number, string])[]): string {
  let rest = whole;
  let text = '';
  for (const [length, separator] of parting) {
    // The last group has two digits at least, as the others do.
    if (rest.length < length + 2) break;
    text += rest.slice(0, length) + separator;
    rest = rest.slice(length);
  }
  return text + rest;
}
