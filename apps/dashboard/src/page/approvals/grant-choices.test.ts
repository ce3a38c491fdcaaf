import { expect, test } from 'vitest';
import { grantChoices, grantOf } from './grant-choices.ts';

test('a vote is offered no more than the rule lets it give', () => {
  const values = (grants: { uses: number; task: boolean; until_s: number }, task: string | null = null) =>
    grantChoices({ grants, task_id: task }).map(({ value }) => value);
  expect(values({ uses: 1, task: false, until_s: 0 })).toEqual(['once']);
  expect(values({ uses: 7, task: true, until_s: 3_600 })).toEqual(['once', 'uses 2', 'uses 5', 'uses 7', 'until 900', 'until 3600']);
  expect(values({ uses: 1, task: true, until_s: 0 }, 'a task')).toEqual(['once', 'task']);
});

test('what is chosen is what is given', () => {
  expect(['once', 'uses 5', 'task'].map((choice) => grantOf(choice, 0))).toEqual([
    undefined,
    { scope: 'uses', uses: 5 },
    { scope: 'task' },
  ]);
  expect(grantOf('until 900', 0)).toEqual({ scope: 'until', until: '1970-01-01T00:14:55.000Z' });
});
