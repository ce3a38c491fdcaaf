import { expect, it } from 'vitest';
import { analyseQuery } from './analyse.ts';
import { passageTerms } from './passage-terms.ts';

it('counts the terms of the title, the headings and the text, those of headings half', () => {
  const { counts, length } = passageTerms({ headings: ['Refunds', 'Deadlines'], text: 'A refund takes ten days.' }, 'Billing');
  expect(Object.fromEntries(counts)).toEqual({ bill: 2, refund: 3, deadlin: 1, take: 2, ten: 2, day: 2 });
  expect(length).toBe(12);
});

it('counts a word of several headings once, and not beside a title that holds it', () => {
  const { counts } = passageTerms({ headings: ['Kestrel report', 'Kestrel turbines', 'Turbines'], text: 'Seven of them.' }, 'Report');
  expect(Object.fromEntries(counts)).toMatchObject({ kestrel: 1, turbin: 1, report: 2, seven: 2 });
});

it.each([
  ['The Who', 'My Generation.', 'the who'],
  ['Plays', 'He asked: to be or not to be?', 'to be or not to be'],
  ['Animals', '猫科の動物', '猫'],
])('can be found by a query without a better term: %s', (title, text, query) => {
  const { counts, length } = passageTerms({ headings: [], text }, title);
  expect(analyseQuery(query).filter((term) => counts.has(term))).not.toEqual([]);
  expect(length).toBeLessThan(40);
});

it('does not count what only such a query asks for as length', () => {
  expect(passageTerms({ headings: [], text: 'to be or not to be' }, 'Plays').length).toBe(2);
});
