import { expect, test } from 'vitest';
import { signUpConfig } from './sign-up-settings.ts';

const modeAt = (host: string, baseUrl: string, set?: 'open' | 'closed') =>
  signUpConfig(
    { CAIRN_SIGN_UP: set },
    { listen: { port: 8787, host }, web: { baseUrl, appUrl: baseUrl, allowedOrigins: [], allowedHosts: [], trustProxy: false } },
  );

test.each([
  ['127.0.0.1', 'http://localhost:8787'],
  ['::1', 'http://[::1]:8787'],
  ['localhost', 'http://127.0.0.1:8787'],
])('sign-up is open on %s under %s, where only people of the machine come', (host, baseUrl) => {
  expect(modeAt(host, baseUrl)).toBe('open');
});

test.each([
  ['127.0.0.1', 'https://cairn.example.com'],
  ['0.0.0.0', 'http://localhost:8787'],
  ['::', 'http://localhost:8787'],
  ['192.168.1.5', 'http://192.168.1.5:8787'],
  ['127.0.0.1', 'http://localhost.example.com'],
  ['127.0.0.1', 'http://127.0.0.1.example.com'],
])('sign-up is closed on %s under %s, where strangers may come', (host, baseUrl) => {
  expect(modeAt(host, baseUrl)).toBe('closed');
});

test('what the operator set counts', () => {
  expect(modeAt('0.0.0.0', 'https://cairn.example.com', 'open')).toBe('open');
  expect(modeAt('127.0.0.1', 'http://localhost:8787', 'closed')).toBe('closed');
});
