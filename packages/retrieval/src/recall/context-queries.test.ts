import { expect, it } from 'vitest';
import { contextQueries } from './context-queries.ts';

it('asks a short task as it is, however many sentences it has', () => {
  const task = 'Write to Ada. Ask her about the harbour. Mention the ships.';
  expect(contextQueries(task)).toEqual([task]);
});

it('asks a long task whole, and the two sentences that ask for the most, in their order', () => {
  const filler = 'Please do it well.';
  const first = 'Summarise quarterly revenue of the northern harbour district against last year.';
  const second = 'Explain deviations in shipping insurance premiums, storage fees, customs duties and berth rentals.';
  const third = 'List open invoices of Contoso.';
  const task = [filler, first, filler, third, second].join(' ');
  expect(contextQueries(task)).toEqual([task, first, second]);
});

it('asks nothing twice', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
  expect(contextQueries(words)).toEqual([words]);
});

it('is done at once with a task of nothing but full stops', () => {
  expect(contextQueries('. '.repeat(8000))).toHaveLength(1);
});
