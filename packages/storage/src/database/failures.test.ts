import { createServer, type AddressInfo } from 'node:net';
import { CairnError } from '@cairn/core';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isUnavailable, storeError } from './failures.ts';

const serverError = (code: string): pg.DatabaseError => Object.assign(new pg.DatabaseError('text', 4, 'error'), { code });

test.each(['57P01', '53300', '08006', '55P03', '40001', '28000', '28P01', '3D000'])('SQLSTATE %s means not now', (code) => {
  expect(storeError(serverError(code))).toMatchObject({ code: 'STORE_UNAVAILABLE', retryAfter: 1 });
});

test.each([
  ['55000', 'database "cairn" is not currently accepting connections'],
  ['42501', 'permission denied for database "cairn"'],
])('SQLSTATE %s at the door of the server means not now', (code, message) => {
  expect(storeError(Object.assign(new pg.DatabaseError(message, 4, 'error'), { code }))).toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test.each(['23505', '22P02', '42501'])('SQLSTATE %s is a fault of its own', (code) => {
  const error = serverError(code);
  expect(storeError(error)).toBe(error);
});

test('a server that is not there and one that hangs up are unavailable', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect = () => new pg.Client({ host: '127.0.0.1', port }).connect();
  await expect(connect().catch(isUnavailable)).resolves.toBe(true);
  await new Promise((resolve) => server.close(resolve));
  await expect(connect().catch(isUnavailable)).resolves.toBe(true);
});

test('an error of the domain passes as it is', () => {
  const error = new CairnError('MEMORY_NOT_FOUND');
  expect(storeError(error)).toBe(error);
});
