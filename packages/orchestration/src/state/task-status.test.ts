import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finalStatuses, isFinal, nextTaskStatus, taskStatuses, waitingStatuses } from './task-status.ts';
import type { TaskEvent, TaskStatus } from './task-status.ts';

const events: readonly TaskEvent[] = [
  ...([
    'plan_request',
    'plan_ready',
    'execute',
    'schedule',
    'due',
    'claim',
    'wake',
    'let_go',
    'pause',
    'resume',
    'retry',
    'cancel',
    'finish_cancel',
  ] as const),
  ...(['end_completed', 'end_failed', 'end_rejected', 'end_expired', 'end_timed_out'] as const),
  ...waitingStatuses.map((status) => `wait_${status}` as const),
];
const walk = (given: readonly TaskEvent[]): readonly TaskStatus[] => {
  const walked: TaskStatus[] = ['submitted'];
  for (const event of given) {
    const next = nextTaskStatus(walked.at(-1) ?? 'submitted', event);
    if (next !== undefined) walked.push(next);
  }
  return walked;
};

describe('the states of a task', () => {
  it.each([
    ['submitted', 'plan_request', 'planning'],
    ['planning', 'plan_ready', 'planned'],
    ['planned', 'execute', 'queued'],
    ['planned', 'schedule', 'scheduled'],
    ['queued', 'claim', 'running'],
    ['running', 'wait_waiting_approval', 'waiting_approval'],
    ['waiting_approval', 'wake', 'queued'],
    ['waiting_approval', 'end_rejected', 'rejected'],
    ['waiting_approval', 'end_expired', 'expired'],
    ['running', 'wait_retry_backoff', 'retry_backoff'],
    ['retry_backoff', 'wake', 'queued'],
    ['running', 'let_go', 'queued'],
    ['running', 'pause', 'paused'],
    ['paused', 'resume', 'queued'],
    ['failed', 'retry', 'queued'],
    ['timed_out', 'retry', 'queued'],
    ['running', 'end_completed', 'completed'],
    ['running', 'cancel', 'cancelling'],
    ['cancelling', 'finish_cancel', 'cancelled'],
  ] as const)('go from %s by %s to %s', (from, event, to) => expect(nextTaskStatus(from, event)).toBe(to));

  it('let every task that lives be cancelled, and none that has ended or is being cancelled', () => {
    for (const status of taskStatuses)
      expect(nextTaskStatus(status, 'cancel')).toBe(isFinal(status) || status === 'cancelling' ? undefined : 'cancelling');
  });

  it('never leave completed or cancelled', () => {
    for (const event of events)
      expect([nextTaskStatus('completed', event), nextTaskStatus('cancelled', event)]).toEqual([undefined, undefined]);
  });

  it('run only what was claimed, claim only what was queued, and complete only what ran', () => {
    assert(
      property(array(constantFrom(...events), { maxLength: 60 }), (given) => {
        const walked = walk(given);
        walked.forEach((status, at) => {
          const before = walked[at - 1];
          if (status === 'running') expect(['queued', 'running']).toContain(before);
          if (status === 'completed' || waitingStatuses.some((one) => one === status)) expect(before).toBe('running');
          if (status === 'cancelled') expect(before).toBe('cancelling');
          if (before === 'cancelling') expect(['cancelling', 'cancelled']).toContain(status);
          if (before !== undefined && finalStatuses.some((one) => one === before)) expect(['queued', 'planning']).toContain(status);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('are all reached, and an end is reached from each', () => {
    const reached = new Set<TaskStatus>(['submitted']);
    for (const status of reached)
      for (const event of events) {
        const next = nextTaskStatus(status, event);
        if (next !== undefined) reached.add(next);
      }
    expect(taskStatuses.filter((status) => !reached.has(status))).toEqual([]);
    for (const status of taskStatuses)
      expect(isFinal(status) || nextTaskStatus(status, 'cancel') === 'cancelling' || status === 'cancelling').toBe(true);
  });
});
