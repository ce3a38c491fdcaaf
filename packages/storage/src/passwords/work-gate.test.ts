import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkGate } from './work-gate.ts';

test('runs so many at once, the rest in their order, and refuses what is too much', async () => {
  const gate = new WorkGate({ atOnce: 2, waiting: 2 });
  const started: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = ends.map(({ promise }, n) =>
    gate.run(async () => {
      started.push(n);
      await promise;
      return n;
    }),
  );
  await expect(runs[4]).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 3 });
  expect(started).toEqual([0, 1]);
  ends[1]?.resolve();
  await runs[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect(await Promise.all(runs.slice(0, 4))).toEqual([0, 1, 2, 3]);
});

test('work that fails frees its place', async () => {
  const gate = new WorkGate({ atOnce: 1, waiting: 0 });
  await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.run(async () => 'fine')).toBe('fine');
});

test('never runs more at once than allowed, whatever ends first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 4, max: 8 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      async (turns, atOnce) => {
        const gate = new WorkGate({ atOnce, waiting: 100 });
        let running = 0;
        let most = 0;
        await Promise.all(
          turns.map((count) =>
            gate.run(async () => {
              running += 1;
              most = Math.max(most, running);
              for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
              running -= 1;
            }),
          ),
        );
        expect(most).toBe(Math.min(atOnce, turns.length));
      },
    ),
  );
});
