import { expect, it } from 'vitest';
import { analyseQuery } from './analyse.ts';
import { passageTerms } from './passage-terms.ts';

it('counts the terms of the title, the headings and the text', () => {
  const { counts, length } = passageTerms({ headings: ['Refunds', 'Deadlines'], text: 'A refund takes ten days.' }, 'Billing');
  expect(Object.fromEntries(counts)).toEqual({ bill: 1, refund: 2, deadlin: 1, take: 1, ten: 1, day: 1 });
  expect(length).toBe(7);
});

it.each([
  ['The Who', 'My Generation.', 'the who'],
  ['Plays', 'He asked: to be or not to be?', 'to be or not to be'],
  ['Animals', '猫科の動物', '猫'],
])('can be found by a query without a better term: %s', (title, text, query) => {
  const { counts, length } = passageTerms({ headings: [], text }, title);
  expect(analyseQuery(query).filter((term) => counts.has(term))).not.toEqual([]);
  expect(length).toBeLessThan(20);
});

it('does not count what only such a query asks for as length', () => {
  expect(passageTerms({ headings: [], text: 'to be or not to be' }, 'Plays').length).toBe(1);
});
