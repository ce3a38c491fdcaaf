import { expect, test } from 'vitest';
import { namingPort, namingSetting, startFault } from './start-fault.ts';

const systemError = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

test.each([
  ['EADDRINUSE', { address: '127.0.0.1', port: 80 }, /^PORT: 127\.0\.0\.1:80 is in use/],
  ['EADDRNOTAVAIL', { address: '192.0.2.1' }, /^HOST: 192\.0\.2\.1 is not an address/],
  ['ENOTFOUND', {}, /^HOST: there is no address/],
  ['EACCES', { port: 80 }, /^PORT: this user may not listen on 80/],
])('%s names the setting to change', (code, more, line) => {
  expect(startFault(systemError(code, more))).toMatch(line);
});

test('a failure of what a setting names begins with that setting and holds every cause on one line', async () => {
  const failing = Promise.reject(new Error('does not\nopen', { cause: new Error('refused') }));
  const error = await namingSetting('DATABASE_URL', failing).catch((one: unknown) => one);
  expect(startFault(error)).toBe('DATABASE_URL: does not open: refused');
});

test.each([
  [
    'EADDRINUSE',
    { address: '127.0.0.1', port: 9 },
    'CAIRN_X_PORT: 127.0.0.1:9 is in use by another program; stop it or set another CAIRN_X_PORT',
  ],
  ['EACCES', { port: 80 }, 'CAIRN_X_PORT: this user may not listen on 80; take one above 1023'],
  ['EADDRNOTAVAIL', { address: '192.0.2.1' }, 'HOST: 192.0.2.1 is not an address of this machine'],
  ['EMFILE', {}, 'Cairn could not start: EMFILE'],
])('%s at a port of its own names the setting of that', async (code, more, line) => {
  const error = await namingPort('CAIRN_X_PORT', Promise.reject(systemError(code, more))).catch((one: unknown) => one);
  expect(startFault(error)).toBe(line);
});

test('anything else is told in one line too', () => {
  expect(startFault(new Error('odd\nthing'))).toBe('Cairn could not start: odd thing');
  expect(startFault('text')).toBe('Cairn could not start: text');
});
