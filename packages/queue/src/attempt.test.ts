import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AttemptAborted, runAttempt } from './attempt.ts';

const open = new AbortController().signal;
const bounds = { stop: open, timeoutMs: 1000, settleMs: 50 };

const listening = ({ signal }: { signal: AbortSignal }): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('something else'))));

const deaf = async (): Promise<void> => {
  await sleep(1000);
  throw new Error('late');
};

test('work that ends in time ends the attempt, and its failure is passed on as it is', async () => {
  await runAttempt(async () => undefined, bounds);
  const failure = new Error('no');
  await expect(runAttempt(() => Promise.reject(failure), bounds)).rejects.toBe(failure);
});

test('work that takes too long fails as timed out, whatever it throws then', async () => {
  await expect(runAttempt(listening, { ...bounds, timeoutMs: 20 })).rejects.toMatchObject({ reason: 'timeout' });
});

test('work that says that it goes on has its time anew', async () => {
  const long = async ({ goesOn }: { goesOn: () => void }): Promise<void> => {
    for (let part = 0; part < 40; part += 1) {
      await sleep(20);
      goesOn();
    }
  };
  await expect(runAttempt(long, { ...bounds, timeoutMs: 600 })).resolves.toBeUndefined();
  const silent = ({ goesOn, signal }: { goesOn: () => void; signal: AbortSignal }): Promise<void> => {
    goesOn();
    return listening({ signal });
  };
  await expect(runAttempt(silent, { ...bounds, timeoutMs: 40 })).rejects.toMatchObject({ reason: 'timeout' });
});

test('work that does not listen is left behind after its time to settle, and its late failure harms nobody', async () => {
  const started = performance.now();
  await expect(runAttempt(deaf, { ...bounds, timeoutMs: 20 })).rejects.toMatchObject({ reason: 'timeout' });
  expect(performance.now() - started).toBeLessThan(900);
  await sleep(1000);
});

test('work that ends well in its time to settle counts as done', async () => {
  const stop = new AbortController();
  const attempt = runAttempt(() => sleep(30), { ...bounds, settleMs: 1000, stop: stop.signal });
  stop.abort(new AttemptAborted('shutdown'));
  await expect(attempt).resolves.toBeUndefined();
});

test('an attempt that was to stop before it began never begins', async () => {
  let begun = false;
  const work = async (): Promise<void> => void (begun = true);
  const stop = AbortSignal.abort(new AttemptAborted('shutdown'));
  await expect(runAttempt(work, { ...bounds, stop })).rejects.toMatchObject({ reason: 'shutdown' });
  expect(begun).toBe(false);
});
