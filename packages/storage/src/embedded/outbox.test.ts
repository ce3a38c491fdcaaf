import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';
import type { FromEngine } from './thread-messages.ts';

const reply = (connection: number): FromEngine => ({ type: 'reply', connection, bytes: new Uint8Array() });

test('messages go out at once while nothing waits for the disk, and in order once something did', () => {
  const sent: number[] = [];
  let waits = false;
  const outbox = new Outbox(
    (message) => sent.push(message.type === 'reply' ? message.connection : 0),
    () => waits,
  );
  outbox.say(reply(1));
  expect(sent).toEqual([1]);
  waits = true;
  outbox.say(reply(2));
  outbox.say(reply(3));
  expect([sent, outbox.holds]).toEqual([[1], true]);
  outbox.release();
  expect([sent, outbox.holds]).toEqual([[1, 2, 3], false]);
  outbox.say(reply(4));
  waits = false;
  outbox.say(reply(5));
  expect(sent).toEqual([1, 2, 3, 4, 5]);
});
