import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStepStatus, stepStatuses } from './step-status.ts';
import type { StepEvent, StepStatus } from './step-status.ts';

const events: readonly StepEvent[] = [
  'evaluate',
  'ask',
  'permit',
  'deny',
  'expire',
  'start',
  'succeed',
  'fail',
  'lose',
  'retry',
  'skip',
  'compensate',
];

describe('the states of a step', () => {
  it('leave what succeeded by nothing but undoing it', () => {
    for (const event of events) expect(nextStepStatus('succeeded', event)).toBe(event === 'compensate' ? 'compensated' : undefined);
  });

  it('never carry out what was denied without deciding anew', () => {
    assert(
      property(array(constantFrom(...events), { maxLength: 60 }), (given) => {
        let status: StepStatus = 'pending';
        for (const event of given) {
          const next: StepStatus | undefined = nextStepStatus(status, event);
          if (next === undefined) continue;
          if (status === 'denied') expect(['pending', 'skipped']).toContain(next);
          if (next === 'compensated') expect(status).toBe('succeeded');
          if (next === 'unknown') expect(['permitted', 'executing']).toContain(status);
          status = next;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('let a person settle every unknown outcome', () => {
    for (const event of ['succeed', 'fail', 'retry'] as const) expect(nextStepStatus('unknown', event)).toBeDefined();
  });

  it('know no event that leads nowhere', () => {
    for (const event of events) expect(stepStatuses.some((status) => nextStepStatus(status, event) !== undefined)).toBe(true);
  });
});
