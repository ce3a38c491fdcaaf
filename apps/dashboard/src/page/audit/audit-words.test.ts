import { expect, test } from 'vitest';
import { actionWords, revisionsIn, toneOf } from './audit-words.ts';

test('what was done is told in words, whatever it is', () => {
  expect(['memory.save', 'action.decide', 'governance.allow_self_approval', 'odd'].map(actionWords)).toEqual([
    'Save memory',
    'Decided on an action',
    'Allow self approval governance',
    'odd',
  ]);
});

test('a packed revision is that of the project and that of the workspace', () => {
  expect([revisionsIn(7), revisionsIn(300_007), revisionsIn(0)]).toEqual([
    { project: 7, workspace: undefined },
    { project: 7, workspace: 3 },
    { project: 0, workspace: undefined },
  ]);
});

test('what nobody thought of is told as a refusal', () => {
  expect(['done', 'require_approval', 'forbidden', 'some_new_word'].map(toneOf)).toEqual(['good', 'wary', 'bad', 'bad']);
});
