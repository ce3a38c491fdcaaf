import { array, assert, constantFrom, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { saysNoMore } from './wording.ts';

it.each([
  ['Refunds are paid within 30 days.', 'Refunds are paid within 30 days of the purchase.'],
  ['the fee is 15 euros', 'The fee is 15 euros!'],
  ['Fee is 15 euros', 'The fee is 15 euros.'],
  ['犬は散歩が好きです', '犬は散歩が好きです。'],
])('%j says no more than %j', (sentence, source) => {
  expect(saysNoMore(sentence, source)).toBe(true);
});

it.each([
  ['Refunds are paid', 'It is not true that refunds are paid.'],
  ['Refunds are paid within 30 days', 'Refunds are paid within 30 days only if the goods are new.'],
  ['It works', "It works, or it doesn't."],
  ['Refunds are free', 'Critics deny that refunds are free.'],
  ['Shipping costs 12 euros', 'In Norway, shipping costs 12 euros.'],
  ['Parcels are free', 'Parcels are free for members.'],
  ['The vault is open', 'The vault is open, lied the guard.'],
  ['The tax is 15', 'The tax is 15 of which 3 are paid back.'],
  ['The fee is $15', 'The fee is €15'],
  ['The area is 102', 'The area is 10²'],
  ['The load is < 5 kg', 'The load is > 5 kg'],
  ['See evil.com', 'See evil, com'],
  ['Room is 1.5米', 'Room is 15米'],
  ['费用是1.5元', '费用是15元'],
  ['Bob manages Alice', 'Alice manages Bob'],
  ['The fee is 1.5 euros', 'The fee is 15 euros'],
  ['The fee is 15%', 'The fee is 15'],
  ['犬は散歩が好き', '犬は散歩が好きではない'],
  ['', 'Anything'],
])('%j is not what %j says', (sentence, source) => {
  expect(saysNoMore(sentence, source)).toBe(false);
});

const word = constantFrom('refunds', 'are', 'paid', 'within', '30', 'days', 'Norway', 'costs', '12', 'euros', 'by', 'Alice');
const words = array<string>(word, { minLength: 1, maxLength: 12 });
const foreign = constantFrom('not', 'never', 'no', '31', '-30', '12%', 'King', 'dollars', 'eve@attacker.example');

it('holds for a sentence and itself, and for no sentence with a word that the source lacks', () => {
  assert(
    property(words, foreign, nat(), (source, added, at) => {
      expect(saysNoMore(source.join(' '), `${source.join(' ')}.`)).toBe(true);
      expect(saysNoMore(source.toSpliced(at % (source.length + 1), 0, added).join(' '), source.join(' '))).toBe(false);
    }),
  );
});
