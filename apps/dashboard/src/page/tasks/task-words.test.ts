import { expect, test } from 'vitest';
import { eventWords, takesResult, verbsFor } from './task-words.ts';

test.each([
  ['planned', ['run', 'cancel']],
  ['running', ['pause', 'cancel']],
  ['paused', ['resume', 'cancel']],
  ['planning', ['cancel']],
  ['failed', ['retry']],
  ['cancelling', []],
  ['completed', []],
] as const)('a task that is %s takes %j', (status, verbs) => {
  expect(verbsFor({ status, pausing: false })).toEqual(verbs);
});

test('a task that is about to pause is not paused again', () => {
  expect(verbsFor({ status: 'running', pausing: true })).toEqual(['cancel']);
});

test('an action, a wait for an event and an unknown outcome take a result; what the service does itself takes none', () => {
  expect(takesResult({ kind: 'action', status: 'permitted' })).toBe(true);
  expect(takesResult({ kind: 'action', status: 'pending' })).toBe(false);
  expect(takesResult({ kind: 'wait', status: 'executing', input: { event: 'paid' } })).toBe(true);
  expect(takesResult({ kind: 'wait', status: 'executing', input: { seconds: 5 } })).toBe(false);
  expect(takesResult({ kind: 'memory.save', status: 'unknown' })).toBe(true);
  expect(takesResult({ kind: 'memory.save', status: 'executing' })).toBe(false);
});

test('an event is told in words, and one of a kind that is new by its name', () => {
  expect([eventWords('step.succeeded'), eventWords('task.running'), eventWords('plan.made_new')]).toEqual([
    'Done',
    'Running',
    'Plan made new',
  ]);
});
