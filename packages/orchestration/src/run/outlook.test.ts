import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlookOf } from './outlook.ts';
import type { StepStanding } from './outlook.ts';

const step = (id: string, given: Partial<StepStanding> = {}): StepStanding => ({
  id,
  kind: 'memory.save',
  status: 'pending',
  dependsOn: [],
  ...given,
});
const none: ReadonlySet<string> = new Set();
const next = (steps: readonly StepStanding[], underWay = none, parallelism = 4) => outlookOf(steps, { parallelism, underWay });

describe('what is next', () => {
  it('is what depends on nothing, as many as may go at once', () => {
    const steps = ['a', 'b', 'c'].map((id) => step(id));
    expect(next([...steps, step('d', { dependsOn: ['a'] })], none, 2)).toEqual({ kind: 'work', steps: steps.slice(0, 2) });
    expect(next(steps, new Set(['a', 'b']), 2)).toEqual({ kind: 'work', steps: [] });
  });

  it('is a wait for whoever has to answer, a person first', () => {
    const waiting = [
      step('a', { kind: 'checkpoint', status: 'awaiting_approval', dueInMs: 9000 }),
      step('b', { kind: 'action', status: 'permitted', dueInMs: 5000 }),
      step('c', { kind: 'task', status: 'executing', dueInMs: 7000 }),
    ];
    expect(next(waiting)).toEqual({ kind: 'wait', status: 'waiting_approval', dueInMs: 5000 });
    expect(next([...waiting, step('d', { kind: 'action', status: 'unknown' })])).toMatchObject({ status: 'waiting_input' });
    expect(next([step('e', { dueInMs: 300 })])).toEqual({ kind: 'wait', status: 'retry_backoff', dueInMs: 300 });
  });

  it('goes on with the rest while one part waits', () => {
    const steps = [step('a', { kind: 'checkpoint', status: 'awaiting_approval' }), step('b'), step('c', { dependsOn: ['a'] })];
    expect(next(steps)).toMatchObject({ kind: 'work', steps: [{ id: 'b' }] });
  });

  it.each([
    [{ status: 'failed' }, 'failed'],
    [{ status: 'failed', errorCode: 'timed_out' }, 'timed_out'],
    [{ status: 'denied' }, 'rejected'],
    [{ status: 'denied', errorCode: 'approval_expired' }, 'expired'],
  ] as const)('is the end after a step that is %j, once nothing is under way', (given, status) => {
    const steps = [step('a', given), step('b'), step('c')];
    expect(next(steps, new Set(['c']))).toEqual({ kind: 'work', steps: [] });
    expect(next(steps)).toMatchObject({ kind: 'over', status, because: { id: 'a' } });
  });

  it('of any plan without a circle is done in the right order, in bounds, to the end', () => {
    const edges = array(tuple(integer({ min: 1, max: 19 }), integer({ min: 0, max: 18 })), { maxLength: 40 });
    assert(
      property(
        edges,
        integer({ min: 1, max: 5 }),
        array(constantFrom(0, 1, 2, 3), { minLength: 1, maxLength: 40 }),
        (given, parallelism, choices) => {
          const dependsOn = (i: number) => given.flatMap(([from, to]) => (from === i && to < i ? [`s${to}`] : []));
          let steps = Array.from({ length: 20 }, (_, i) => step(`s${i}`, { dependsOn: dependsOn(i) }));
          const underWay = new Set<string>();
          for (let turn = 0; turn < 1000; turn += 1) {
            const outlook = outlookOf(steps, { parallelism, underWay });
            if (outlook.kind === 'over') {
              expect(outlook.status).toBe('completed');
              return;
            }
            expect(outlook.kind).toBe('work');
            if (outlook.kind === 'work')
              for (const { id, dependsOn: before } of outlook.steps) {
                expect(before.every((one) => steps.some((other) => other.id === one && other.status === 'succeeded'))).toBe(true);
                underWay.add(id);
              }
            expect(underWay.size).toBeLessThanOrEqual(parallelism);
            const ids = [...underWay];
            const ended = ids[(choices[turn % choices.length] ?? 0) % ids.length] ?? '';
            underWay.delete(ended);
            steps = steps.map((one) => (one.id === ended ? { ...one, status: 'succeeded' as const } : one));
          }
          expect.unreachable('it never ended');
        },
      ),
    );
  });
});
