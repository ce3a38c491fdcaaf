import { beforeEach, expect, test } from 'vitest';
import { ClientMessages } from './client-messages.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { copyFail, message, query, sync } from './wire-messages.ts';

let log: string[];
let client: ClientMessages;

beforeEach(() => {
  log = [];
  client = new ClientMessages({
    connection: 1,
    listen: (channel) => log.push(`listen ${channel}`),
    unlisten: (channel) => log.push(`unlisten ${channel}`),
    copyIn: () => log.push('copy in'),
  });
});

const take = (...messages: readonly Buffer[]) => {
  for (const each of messages) client.take(each);
  const batch = client.takeBatch();
  return batch && { ...batch, bytes: Buffer.from(batch.bytes) };
};
const data = message('d', Buffer.from('1\n'));
const done = message('c');
const execute = message('E', '', Buffer.alloc(4));
const parse = (sql: string) => message('P', '', sql, Buffer.from([0, 0]));

test('an extended query waits for its Sync', () => {
  expect(take(parse('SELECT 1'), execute)).toBeUndefined();
  expect(take(sync())).toMatchObject({ bytes: Buffer.concat([parse('SELECT 1'), execute, sync()]), syncs: 1 });
});

test('COPY from the client is run once its data is complete, and the client is told to send it', () => {
  const copy = query('COPY t FROM STDIN');
  expect(take(copy, data)).toBeUndefined();
  expect(log).toEqual(['copy in']);
  expect(take(data, done)).toMatchObject({ bytes: Buffer.concat([copy, data, data, done]), syncs: 1, copied: true });
  expect(take(query('SELECT 1'))).toMatchObject({ copied: false });
});

test('COPY data that nobody asked for is dropped, as a server does after a failed COPY', () => {
  expect(take(data, done, query('SELECT 1'))?.bytes).toEqual(query('SELECT 1'));
});

test('a query in the middle of COPY data breaks the protocol', () => {
  client.take(query('COPY t FROM STDIN'));
  expect(() => client.take(query('SELECT 1'))).toThrow(ProtocolViolation);
});

test('a COPY in a place where its data cannot follow is failed and not left waiting', () => {
  const hidden = query('BEGIN; COPY t FROM STDIN');
  const fail = copyFail('COPY FROM STDIN must be a query of its own');
  expect(take(hidden)?.bytes).toEqual(Buffer.concat([hidden, fail]));
  expect(take(parse('COPY t FROM STDIN'), execute, sync())?.bytes).toEqual(
    Buffer.concat([parse('COPY t FROM STDIN'), execute, fail, sync()]),
  );
});

test('what would drop other connections’ statements is replaced by an error', () => {
  const batch = take(query('DISCARD ALL'), parse('DEALLOCATE ALL'), sync());
  expect(batch?.bytes.toString()).not.toMatch(/\0DISCARD|\0DEALLOCATE/);
  expect(batch?.bytes.toString()).toContain("MESSAGE = 'DISCARD ALL is not supported");
});

test('channels are followed, and a batch that leaves one says so', () => {
  expect(take(query('LISTEN a'))).toMatchObject({ unlistens: false });
  expect(take(query('UNLISTEN a'))).toMatchObject({ unlistens: true });
  expect(take(query('SELECT 1'))).toMatchObject({ unlistens: false });
  expect(log).toEqual(['listen a', 'unlisten a']);
});

test.each([
  ['an unknown message', message('z')],
  ['a function call', message('F', Buffer.alloc(8))],
  ['a password', message('p', 'x')],
])('%s breaks the protocol', (_what, bytes) => {
  expect(() => client.take(bytes)).toThrow(ProtocolViolation);
});

test('Terminate is remembered and never sent on', () => {
  expect(take(message('X'))).toBeUndefined();
  expect(client.terminated).toBe(true);
});
