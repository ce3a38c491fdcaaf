import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findError, readReply } from './backend-reply.ts';
import { errorResponse, readyForQuery } from './server-messages.ts';
import { int32s, message } from './wire-messages.ts';

const complete = message('C', 'SELECT 1');
const notification = (channel: string) => message('A', int32s(42), channel, 'payload');
const error = errorResponse({ severity: 'ERROR', code: '42601', text: 'syntax' });

test('an answer that ends in ReadyForQuery outside a transaction is idle', () => {
  expect(readReply(Buffer.concat([complete, readyForQuery()])).idle).toBe(true);
});

test.each([
  ['inside a transaction', message('Z', Buffer.from('T'))],
  ['inside a failed transaction', message('Z', Buffer.from('E'))],
  ['after a Flush', complete],
  ['with nothing', Buffer.alloc(0)],
])('an answer that ends %s is not', (_where, end) => {
  expect(readReply(end).idle).toBe(false);
  expect(readReply(Buffer.concat([readyForQuery(), complete, end])).idle).toBe(false);
});

test('data that looks like ReadyForQuery is data', () => {
  expect(readReply(message('D', Buffer.from([0, 1, 0, 0, 0, 6]), readyForQuery())).idle).toBe(false);
});

test('notifications are taken out wherever they stand and the rest stays in order', () => {
  const parts = fc.array(fc.constantFrom('note', 'data'), { maxLength: 12 });
  fc.assert(
    fc.property(parts, (kinds) => {
      const messages = [...kinds.map((kind) => (kind === 'note' ? notification('jobs') : complete)), readyForQuery()];
      const reply = readReply(Buffer.concat(messages));
      expect(Buffer.from(reply.bytes)).toEqual(Buffer.concat(messages.filter((each) => each[0] !== 0x41)));
      expect(reply.notifications.map(({ channel }) => channel)).toEqual(kinds.filter((kind) => kind === 'note').map(() => 'jobs'));
      expect(reply.idle).toBe(true);
    }),
  );
});

test('the first error of an answer is found', () => {
  expect(findError(Buffer.concat([complete, error, readyForQuery()]))).toEqual(error);
  expect(findError(Buffer.concat([complete, readyForQuery()]))).toBeUndefined();
});
