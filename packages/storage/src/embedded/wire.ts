/** Frames of the Postgres wire protocol (version 3): one byte of type, four of length (itself included), the body. */

const headBytes = 5;

export const wireType = {
  query: 'Q'.charCodeAt(0),
  parse: 'P'.charCodeAt(0),
  bind: 'B'.charCodeAt(0),
  describe: 'D'.charCodeAt(0),
  close: 'C'.charCodeAt(0),
  sync: 'S'.charCodeAt(0),
  flush: 'H'.charCodeAt(0),
  copyData: 'd'.charCodeAt(0),
  copyDone: 'c'.charCodeAt(0),
  copyFail: 'f'.charCodeAt(0),
  terminate: 'X'.charCodeAt(0),
  notification: 'A'.charCodeAt(0),
  ready: 'Z'.charCodeAt(0),
  error: 'E'.charCodeAt(0),
  copyIn: 'G'.charCodeAt(0),
  statement: 'S'.charCodeAt(0),
} as const;

/** `ReadyForQuery` says so outside a transaction. */
export const idle = 'I'.charCodeAt(0);

export function frame(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.allocUnsafe(headBytes);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, ...parts], length + 1);
}

export const cstring = (text: string): Buffer => Buffer.from(`${text}\0`);

export function int32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  values.forEach((value, i) => bytes.writeInt32BE(value, 4 * i));
  return bytes;
}

export const queryFrame = (sql: string): Buffer => frame('Q', cstring(sql));
export const syncFrame = frame('S');
export const readyFrame = frame('Z', Buffer.from('I'));

export function errorFrame(code: string, message: string): Buffer {
  const field = (name: string, value: string): Buffer => cstring(`${name}${value}`);
  return frame('E', field('S', 'ERROR'), field('V', 'ERROR'), field('C', code), field('M', message), Buffer.from([0]));
}

/** The frames of a reply, each with its head. */
export function* framesOf(reply: Buffer): Generator<Buffer> {
  for (let at = 0; at + headBytes <= reply.length;) {
    const end = at + 1 + reply.readInt32BE(at + 1);
    yield reply.subarray(at, end);
    at = end;
  }
}

/** Text of a null-terminated string that begins at `at`; `end` is where the next field begins. */
export function readCstring(bytes: Buffer, at: number): { text: string; end: number } {
  const stop = bytes.indexOf(0, at);
  return { text: bytes.toString('utf8', at, stop), end: stop + 1 };
}
