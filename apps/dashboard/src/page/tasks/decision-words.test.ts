import { expect, test } from 'vitest';
import { decisionWords } from './decision-words.ts';

test('a decision is told as a sentence, whatever it is about', () => {
  expect(decisionWords({ subject: 'plan', outcome: 'taken' })).toBe('The plan was accepted');
  expect(decisionWords({ subject: 'step', outcome: 'require_approval' })).toBe('needs an approval');
  expect(decisionWords({ subject: 'preview', outcome: 'deny' })).toBe('would be denied');
  expect(decisionWords({ subject: 'person', outcome: 'retry' })).toBe('is to be done again, a person said');
});

test('one of a kind that is new is told by its name', () => {
  expect(decisionWords({ subject: 'step', outcome: 'put_off' })).toBe(': put off');
});
