import { assert, double, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { numbersIn } from './numbers.ts';

const values = (text: string, languages: readonly string[] = []): readonly string[] => numbersIn(text, languages).map(({ value }) => value);

it.each<[string, string[], string[]?]>([
  ['1,000 and 1000 and 1 000 and 1’000', ['1000', '1000', '1000', '1000']],
  ['3.25, 3.250 and 0,5', ['3.25', '3.25', '0.5']],
  ['1.000 und 1,5 und 1.234,56', ['1000', '1.5', '1234.56'], ['german']],
  ['1,234.56', ['1234.56']],
  ['-15, −15, minus 15 and 10-15', ['-15', '-15', '-15', '10', '15']],
  ['15%, 15 % and fifteen percent', ['15%', '15%', '15%']],
  ['1.2.3 on 2024-05-01', ['1.2.3', '2024', '5', '1']],
  ['٩٩ १५ １２', ['99', '15', '12']],
  ['thirty-five, fifteen thousand, one hundred and five, 1.5 million', ['35', '15000', '105', '1500000']],
  ['fünfunddreißig, fünfzehntausend, zweihundert', ['35', '15000', '200'], ['german']],
  ['quatre-vingt-dix, trente-cinq, deux mille', ['90', '35', '2000'], ['french']],
  ['treinta y cinco, quince mil', ['35', '15000'], ['spanish']],
  ['vijfendertig', ['35'], ['dutch']],
  ['trentacinque', ['35'], ['italian']],
  ['тридцать пять тысяч', ['35000']],
  ['二十五天，一百零三', ['25', '103']],
  ['two and three', ['2', '3']],
  ['once upon a time', []],
])('%s has %j', (text, expected, languages) => {
  expect(values(text, languages)).toEqual(expected);
});

it('reads whole and broken numbers as JavaScript writes them', () => {
  assert(
    property(integer(), double({ min: -1e6, max: 1e6, noNaN: true }), (whole, broken) => {
      const short = String(Number(broken.toFixed(2)));
      expect(values(`from ${whole} to ${short}`)).toEqual([whole, Number(short)].map((value) => String(Object.is(value, -0) ? 0 : value)));
    }),
  );
});
