import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrontendFramer } from './frontend-framer.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { int32s, message } from './wire-messages.ts';

function startup(): Buffer {
  const body = Buffer.from('user\0me\0\0');
  return Buffer.concat([int32s(body.length + 8, 196_608), body]);
}

/** Feeds the bytes in pieces that end at the cuts and returns what comes out. */
function frame(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const framer = new FrontendFramer();
  const messages: Buffer[] = [];
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted((a, b) => a - b);
  let from = 0;
  for (const end of ends) {
    framer.feed(bytes.subarray(from, end), (whole) => {
      if (messages.push(Buffer.from(whole)) === 1) framer.startupRead();
    });
    from = end;
  }
  return messages;
}

const bodies = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 });

test('messages come out whole and in order however the bytes are cut', () => {
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(), { maxLength: 12 }), (parts, cuts) => {
      const sent = [startup(), ...parts.map((body) => message('d', body))];
      expect(frame(Buffer.concat(sent), cuts)).toEqual(sent);
    }),
  );
});

test('a large message in small pieces costs time in proportion to its size', () => {
  const framer = new FrontendFramer();
  framer.startupRead();
  const large = message('d', Buffer.alloc(64 * 1024 * 1024));
  let received = 0;
  for (let at = 0; at < large.length; at += 4096) {
    framer.feed(large.subarray(at, at + 4096), (whole) => (received = whole.length));
  }
  expect(received).toBe(large.length);
});

test.each([
  ['a message shorter than its own length field', Buffer.from([0x51, 0, 0, 0, 3])],
  ['a negative length', Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff])],
  ['a length beyond all bounds', Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff])],
])('%s breaks the protocol', (_what, bytes) => {
  const framer = new FrontendFramer();
  framer.startupRead();
  expect(() => framer.feed(bytes, () => {})).toThrow(ProtocolViolation);
});

test('a startup packet larger than Postgres takes breaks the protocol', () => {
  expect(() => new FrontendFramer().feed(int32s(10_001), () => {})).toThrow(ProtocolViolation);
});
