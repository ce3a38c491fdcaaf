import { createHttp, createLogger, serveReadiness } from '@cairn/service-kit';
import { afterEach, expect, test } from 'vitest';
import { untilReady } from './until-ready.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closers.splice(0).map((close) => close())));

/** A service whose queue answers when it is let. */
function newService() {
  const app = createHttp({ logger: createLogger({ level: 'fatal' }) });
  let isBack = false;
  const queue = async (): Promise<void> => {
    if (!isBack) throw new Error('connect ECONNREFUSED');
  };
  serveReadiness(app, { probes: { database: async () => {}, queue } });
  closers.push(() => app.close());
  return { app, back: () => void (isBack = true) };
}

test('a service that is well is ready at once, and nothing is said', async () => {
  const { app, back } = newService();
  back();
  const told: unknown[] = [];
  expect(await untilReady(app, { onWaiting: (checks) => told.push(checks) })).toBe(true);
  expect(told).toEqual([]);
});

test('what does not answer is told once and waited for', async () => {
  const { app, back } = newService();
  const told: unknown[] = [];
  const ready = untilReady(app, { onWaiting: (checks) => told.push(checks), pauseMs: 20 });
  await expect.poll(() => told, { timeout: 30_000 }).toEqual([{ queue: 'failed' }]);
  back();
  expect(await ready).toBe(true);
  expect(told).toHaveLength(1);
});

test('a service that closes meanwhile is not ready', async () => {
  const { app } = newService();
  const { promise: waiting, resolve } = Promise.withResolvers<unknown>();
  const ready = untilReady(app, { onWaiting: resolve });
  await waiting;
  await app.close();
  expect(await ready).toBe(false);
});
