import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const needed = { DATABASE_URL: 'postgres://cairn@db/cairn', CAIRN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };

test('what is not set has a default', () => {
  expect(loadConfig(needed)).toMatchObject({
    listen: { port: 8789, host: '127.0.0.1' },
    redisUrl: undefined,
    worker: { concurrency: 2 },
    logLevel: 'info',
  });
});

test('what is set is taken', () => {
  const given = {
    ...needed,
    PORT: '9000',
    HOST: '0.0.0.0',
    REDIS_URL: 'redis://cache:6379',
    CAIRN_WORKER_CONCURRENCY: '8',
    CAIRN_LOG_LEVEL: 'warn',
  };
  expect(loadConfig(given)).toMatchObject({
    listen: { port: 9000, host: '0.0.0.0' },
    redisUrl: 'redis://cache:6379',
    worker: { concurrency: 8 },
    logLevel: 'warn',
  });
});

test.each([
  ['CAIRN_WORKER_CONCURRENCY', '64', '65'],
  ['CAIRN_TASK_CONCURRENCY', '256', '257'],
])('%s is at most %s', (name, most, more) => {
  expect(() => loadConfig({ ...needed, [name]: most })).not.toThrow();
  for (const value of [more, '999999999999999'])
    expect(() => loadConfig({ ...needed, [name]: value })).toThrow(`${name} must be a whole number from 1 to ${most}`);
});

const load = () => loadConfig({ REDIS_URL: 'http://SECRET', CAIRN_WORKER_CONCURRENCY: '0' });

test('every missing or bad setting is named at once, and none of its value', () => {
  expect(load).toThrow(/REDIS_URL/);
  for (const name of ['DATABASE_URL', 'CAIRN_MASTER_KEY', 'CAIRN_WORKER_CONCURRENCY']) expect(load).toThrow(name);
  expect(load).not.toThrow(/SECRET/);
});
