import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

test('everything has a default', () => {
  expect(loadConfig({})).toMatchObject({
    listen: { port: 8787, host: '127.0.0.1' },
    web: { baseUrl: 'http://localhost:8787', appUrl: 'http://localhost:8787' },
    data: { kind: 'embedded', dataDir: './.cairn', masterKey: {} },
    limits: { free: 1000, premium: 10_000 },
    firstAccount: {},
  });
});

test('a server needs its master key', () => {
  const url = 'postgres://u@h/d';
  expect(() => loadConfig({ DATABASE_URL: url })).toThrow(/^CAIRN_MASTER_KEY must be set when DATABASE_URL is/);
  const config = loadConfig({ DATABASE_URL: url, CAIRN_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') });
  expect(config.data).toMatchObject({ kind: 'postgres', url });
});

test('a server may have a user for services of their own', () => {
  const env = { DATABASE_URL: 'postgres://u@h/d', CAIRN_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
  expect(loadConfig(env).data).not.toHaveProperty('serviceUrl');
  const serviceUrl = 'postgres://s:p@h/d';
  expect(loadConfig({ ...env, CAIRN_SERVICE_DATABASE_URL: serviceUrl }).data).toMatchObject({ url: env.DATABASE_URL, serviceUrl });
});

test('all faults are told at once, each with what the variable takes and without its value', () => {
  const env = { PORT: 'x', CAIRN_BOOTSTRAP_EMAIL: 'nobody', CAIRN_BOOTSTRAP_API_KEY: 'secret', CAIRN_BOOTSTRAP_PASSWORD: 'short' };
  const message = (() => {
    try {
      loadConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  })();
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(
    Object.keys(env).toSorted((a, b) => message.indexOf(a) - message.indexOf(b)),
  );
  expect(message).not.toMatch(/nobody|secret\b|"short"/);
});

test('a password is measured in bytes as sign-in measures it', () => {
  expect(() => loadConfig({ CAIRN_BOOTSTRAP_PASSWORD: 'ä'.repeat(600) })).toThrow(/CAIRN_BOOTSTRAP_PASSWORD/);
});
