import { expect, test } from 'vitest';
import { loadAddresses, loadConfig } from './config.ts';

test('the server has to be named; the rest has defaults', () => {
  expect(loadConfig({ CAIRN_BASE_URL: 'https://api.example.org/' })).toEqual({
    listen: { port: 8791, host: '127.0.0.1' },
    addresses: { baseUrl: 'https://api.example.org', appUrl: 'https://api.example.org' },
    logLevel: 'info',
  });
  expect(() => loadConfig({})).toThrow(/^CAIRN_BASE_URL is not set/);
});

test('every bad setting is named at once, without its value', () => {
  const bad = { CAIRN_BASE_URL: 'ftp://secret', CAIRN_APP_URL: 'https://u:p@secret', PORT: 'secret', CAIRN_LOG_LEVEL: 'secret' };
  const failing = (): unknown => loadConfig(bad);
  for (const name of Object.keys(bad)) expect(failing).toThrow(new RegExp(`^${name} must be`, 'm'));
  expect(failing).not.toThrow(/secret/);
});

test('a build needs the addresses alone', () => {
  expect(loadAddresses({ CAIRN_BASE_URL: 'https://api.example.org', CAIRN_APP_URL: 'https://app.example.com', PORT: 'x' })).toEqual({
    baseUrl: 'https://api.example.org',
    appUrl: 'https://app.example.com',
  });
});
