import { expect, test } from 'vitest';
import { actionWords, outcomeWords, toneOf } from './audit-words.ts';

test('what was done is told in words, whatever it is', () => {
  const told = ['memory.save', 'action.decide', 'governance.allow_self_approval', 'approval.revoke', 'task.cancel'].map(actionWords);
  expect(told).toEqual([
    'Saved a memory',
    'Decided on an action',
    'Let people approve for themselves',
    'Revoked an approval',
    'Cancelled a task',
  ]);
});

test('what has no words keeps its name, and makes up no sentence', () => {
  expect(['some_thing.do_more', 'odd', 'constructor.create'].map(actionWords)).toEqual([
    'Some thing: do more',
    'odd',
    'Constructor: create',
  ]);
});

test('an outcome is told as decisions are elsewhere, and one that is new by its name', () => {
  expect(
    ['require_approval', 'approve', 'done', 'ran_without_approval', 'ran_although_denied', 'ran_unasked', 'constructor'].map(outcomeWords),
  ).toEqual(['Asks people', 'Approved', 'Done', 'Ran without approval', 'Ran although denied', 'Ran unasked', 'Constructor']);
});

test('what nobody thought of is told as a refusal', () => {
  expect(['done', 'require_approval', 'forbidden', 'some_new_word'].map(toneOf)).toEqual(['good', 'wary', 'bad', 'bad']);
});
