import { CairnError } from '@cairn/core';
import type { UsageCount } from '@cairn/storage';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageCounter } from './usage-counter.ts';
import type { Caller } from './usage-counter.ts';

const caller: Caller = { projectId: 'p', credentialId: 'c', kind: 'api_key' };
const request = { as: 'request', name: 'memories' } as const;

/** A counter over a store that sums up, or refuses while it is `away`. */
function countingOver({ maxCounts }: { readonly maxCounts?: number } = {}) {
  const writes: { projectId: string; counts: readonly UsageCount[] }[] = [];
  const faults: unknown[] = [];
  const overflows: number[] = [];
  const state = { away: false, now: Date.parse('2026-11-28T09:59:00Z') };
  let asks = 0;
  const counter = new UsageCounter({
    add: async (projectId, counts) => {
      await Promise.resolve();
      asks += 1;
      if (state.away) throw new CairnError('STORE_UNAVAILABLE');
      writes.push({ projectId, counts: counts.map((count) => ({ ...count })) });
    },
    onFault: (error) => void faults.push(error),
    onOverflow: (uncounted) => void overflows.push(uncounted),
    now: () => state.now,
    ...(maxCounts !== undefined && { maxCounts }),
  });
  const sum = () => writes.flatMap(({ counts }) => counts).reduce((total, { n }) => total + n, 0);
  return { counter, writes, faults, overflows, state, sum, asked: () => asks };
}

describe('the counter of usage', () => {
  test('writes once a project, however much was counted, and nothing when nothing was', async () => {
    const { counter, writes } = countingOver();
    for (let at = 0; at < 5; at += 1) counter.count(caller, { ...request, isLimited: at === 4 });
    counter.count(caller, { as: 'tool', name: 'save_memory' });
    counter.count({ ...caller, projectId: 'q' }, request);
    await counter.flush();
    await counter.flush();
    const common = { hour: '2026-11-28T09:00:00.000Z', credentialId: 'c', credentialKind: 'api_key' };
    expect(writes).toEqual([
      {
        projectId: 'p',
        counts: [
          { ...common, counted: 'request', name: 'memories', n: 5, limited: 1 },
          { ...common, counted: 'tool', name: 'save_memory', n: 1, limited: 0 },
        ],
      },
      { projectId: 'q', counts: [{ ...common, counted: 'request', name: 'memories', n: 1, limited: 0 }] },
    ]);
  });

  test('keeps each event in the hour in which it came', async () => {
    const { counter, writes, state } = countingOver();
    counter.count(caller, request);
    state.now += 60_000;
    counter.count(caller, request);
    await counter.flush();
    expect(writes[0]?.counts.map(({ hour }) => hour)).toEqual(['2026-11-28T09:00:00.000Z', '2026-11-28T10:00:00.000Z']);
  });

  test('keeps what could not be added, and adds it with what came since', async () => {
    const { counter, writes, faults, state } = countingOver();
    state.away = true;
    counter.count(caller, { ...request, isLimited: true });
    await counter.flush();
    expect([writes, faults]).toEqual([[], [new CairnError('STORE_UNAVAILABLE')]]);
    counter.count(caller, request);
    state.away = false;
    await counter.flush();
    expect(writes[0]?.counts).toMatchObject([{ n: 2, limited: 1 }]);
  });

  test('asks a store that is away once a flush, and tells of it once', async () => {
    const { counter, writes, faults, state, asked } = countingOver();
    state.away = true;
    for (const projectId of ['p', 'q', 'r']) counter.count({ ...caller, projectId }, request);
    await counter.flush();
    expect([asked(), faults.length]).toEqual([1, 1]);
    state.away = false;
    await counter.flush();
    expect(writes.map(({ projectId }) => projectId)).toEqual(['p', 'q', 'r']);
  });

  test('has a bound, within which it goes on, and tells how much it did not count', async () => {
    const { counter, overflows, sum } = countingOver({ maxCounts: 2 });
    for (const name of ['a', 'b', 'c', 'c', 'a']) counter.count(caller, { as: 'request', name });
    await counter.flush();
    expect([sum(), overflows]).toEqual([3, [2]]);
    counter.count(caller, { as: 'request', name: 'c' });
    await counter.flush();
    expect([sum(), overflows]).toEqual([4, [2]]);
  });

  test('adds each event once, whatever fails and whichever flushes meet', async () => {
    const step = fc.constantFrom('count', 'other', 'flush', 'fail', 'mend');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { counter, state, sum } = countingOver();
        const flushes: Promise<void>[] = [];
        for (const each of steps) {
          if (each === 'count') counter.count(caller, request);
          if (each === 'other') counter.count({ ...caller, projectId: 'q' }, request);
          if (each === 'flush') flushes.push(counter.flush());
          if (each === 'fail' || each === 'mend') state.away = each === 'fail';
        }
        state.away = false;
        await Promise.all(flushes);
        await counter.flush();
        expect(sum()).toBe(steps.filter((each) => each === 'count' || each === 'other').length);
      }),
    );
  });
});
