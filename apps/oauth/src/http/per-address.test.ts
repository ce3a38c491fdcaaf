import { countedHere } from '@cairn/auth';
import { createHttp, createLogger } from '@cairn/service-kit';
import { expect, test } from 'vitest';
import { perAddress } from './per-address.ts';

test('one address gets so many, and another is not held up by it', async () => {
  const app = createHttp({ logger: createLogger({ level: 'silent' }) });
  app.get(
    '/',
    { onRequest: perAddress(countedHere()('requests', { attempts: 3, windowSeconds: 900 }), 'requests to connect') },
    () => ({}),
  );
  const ask = (remoteAddress: string) => app.inject({ url: '/', remoteAddress });
  const statuses: number[] = [];
  for (let at = 0; at < 3; at += 1) statuses.push((await ask('203.0.113.5')).statusCode);
  expect(statuses).toEqual([200, 200, 200]);
  const refused = await ask('203.0.113.5');
  expect([refused.statusCode, refused.json().detail]).toEqual([429, 'too many requests to connect from this address']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('203.0.113.6')).statusCode).toBe(200);
});
