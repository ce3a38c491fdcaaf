import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSweep } from './sweep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('chores are done at once and every ten minutes, a failure of one in between included, until it closes', async () => {
  const warnings: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined };
  let cleared = 0;
  const failure = new Error('down');
  let others = 0;
  const clear = async (): Promise<void> => ((cleared += 1) === 2 ? Promise.reject(failure) : undefined);
  const sweep = createSweep({ 'not cleared': clear, 'not offered': async () => (others += 1) }, log);
  sweep.start();
  expect(cleared).toBe(1);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect([cleared, others]).toEqual([3, 3]);
  expect(warnings).toEqual([{ err: failure }]);
  await sweep.close();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(cleared).toBe(3);
});
