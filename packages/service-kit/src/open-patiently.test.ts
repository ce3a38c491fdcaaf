import { WritesRefused } from '@cairn/core';
import { expect, test } from 'vitest';
import { namingSetting } from './start-fault.ts';
import { openPatiently } from './open-patiently.ts';
import { keptLog } from './testing/log.ts';

const host = '127.0.0.1';

/** The address of the place where it waits, as the log tells it. */
const addressIn = (log: ReturnType<typeof keptLog>): string | undefined =>
  log
    .entries()
    .map(({ msg }) => /listening at (\S+)/.exec(String(msg))?.[1])
    .find((address) => address !== undefined);

test('a database that takes no writes and lets nobody in is waited for, and whoever asks meanwhile hears why', async () => {
  const log = keptLog();
  let isFull = true;
  const open = async () => {
    if (isFull) await namingSetting('DATABASE_URL', Promise.reject(new WritesRefused('disk_full')));
    return 'opened';
  };
  const opening = openPatiently(open, { listen: { port: 0, host }, logger: log.logger, pauseMs: 10 });
  await expect.poll(() => addressIn(log), { timeout: 30_000 }).toBeDefined();
  const get = async (path: string) => {
    const answer = await fetch(`${addressIn(log)}${path}`);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as object };
  };
  expect(await get('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable', checks: { database: 'disk_full' } } });
  expect((await get('/healthz')).status).toBe(200);
  expect(await get('/v1/memories')).toMatchObject({ status: 503, retryAfter: '1' });
  const told = log.entries().filter(({ msg }) => String(msg).includes('takes no writes'));
  expect(told).toHaveLength(1);
  isFull = false;
  expect(await opening).toBe('opened');
  await expect(fetch(`${addressIn(log)}/healthz`)).rejects.toThrow();
});

test('any other failure is told at once', async () => {
  const open = () => Promise.reject(new Error('no such host'));
  await expect(openPatiently(open, { listen: { port: 0, host }, logger: keptLog().logger })).rejects.toThrow('no such host');
});
