import { expect, test } from 'vitest';
import { actionWords, toneOf } from './audit-words.ts';

test('what was done is told in words, whatever it is', () => {
  expect(['memory.save', 'action.decide', 'governance.allow_self_approval', 'odd'].map(actionWords)).toEqual([
    'Saved a memory',
    'Decided on an action',
    'Allow self approval governance',
    'odd',
  ]);
});

test('what nobody thought of is told as a refusal', () => {
  expect(['done', 'require_approval', 'forbidden', 'some_new_word'].map(toneOf)).toEqual(['good', 'wary', 'bad', 'bad']);
});
