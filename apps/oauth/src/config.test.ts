import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const least = { DATABASE_URL: 'postgres://cairn@db.example/cairn', CAIRN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };

test('a database and the master key are enough', () => {
  expect(loadConfig(least)).toEqual({
    listen: { port: 8788, host: '127.0.0.1' },
    web: {
      baseUrl: 'http://localhost:8788',
      appUrl: 'http://localhost:8788',
      allowedOrigins: [],
      allowedHosts: [],
      trustProxy: false,
    },
    database: { url: 'postgres://cairn@db.example/cairn', masterKey: { current: { kind: 'plain', key: new Uint8Array(32).fill(7) } } },
    tls: undefined,
    redisUrl: undefined,
    limits: { free: 1000, premium: 10_000 },
    signUp: 'open',
    telemetry: { metricsToken: undefined, metricsPort: undefined, isExported: false },
    oauth: { selfDescribedClients: false, registrationsPerHour: 100, expiresInHint: undefined },
    logLevel: 'info',
  });
});

test('each setting reaches its place', () => {
  const config = loadConfig({
    ...least,
    PORT: '9000',
    HOST: '0.0.0.0',
    CAIRN_BASE_URL: 'https://cairn.example.com/',
    CAIRN_APP_URL: 'https://app.example.com',
    CAIRN_ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    CAIRN_ALLOWED_HOSTS: 'cairn.internal:8787',
    CAIRN_TRUSTED_PROXIES: '10.0.0.0/8',
    REDIS_URL: 'redis://cache.example',
    CAIRN_RATE_LIMIT_FREE: '5',
    CAIRN_RATE_LIMIT_PREMIUM: '6',
    CAIRN_SIGN_UP: 'open',
    CAIRN_LOG_LEVEL: 'debug',
  });
  expect(config).toMatchObject({
    listen: { port: 9000, host: '0.0.0.0' },
    web: {
      baseUrl: 'https://cairn.example.com',
      appUrl: 'https://app.example.com',
      allowedOrigins: ['https://a.example', 'https://b.example'],
      allowedHosts: ['cairn.internal:8787'],
      trustProxy: '10.0.0.0/8',
    },
    redisUrl: 'redis://cache.example',
    limits: { free: 5, premium: 6 },
    signUp: 'open',
    logLevel: 'debug',
  });
});

const loadBad = () => loadConfig({ DATABASE_URL: 'mysql://secret@db', CAIRN_MASTER_KEY: '', PORT: 'eighty' });

test('every bad or missing setting is named at once, and no value is repeated', () => {
  expect(loadBad).toThrow(/^PORT must be .*$/m);
  expect(loadBad).toThrow(/^DATABASE_URL must be .*$/m);
  expect(loadBad).toThrow(/^CAIRN_MASTER_KEY is not set/m);
  expect(loadBad).not.toThrow(/secret|eighty/);
});
