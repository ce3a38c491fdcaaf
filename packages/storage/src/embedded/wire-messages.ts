/** The parts of the Postgres wire protocol (version 3) that this folder builds or looks at. */

/** Type bytes of messages from a client. */
export const clientMessage = {
  bind: 0x42,
  close: 0x43,
  copyDone: 0x63,
  copyData: 0x64,
  describe: 0x44,
  execute: 0x45,
  copyFail: 0x66,
  flush: 0x48,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

/** Type bytes of messages from the server. */
export const serverMessage = {
  notification: 0x41,
  error: 0x45,
  copyInResponse: 0x47,
  readyForQuery: 0x5a,
} as const;

/** Transaction status in ReadyForQuery: no transaction is open. */
export const idleStatus = 0x49;

/** Bytes before a typed message's body: the type and the length. */
export const headerLength = 5;

/** One typed message; strings become zero-terminated. */
export function message(type: string, ...fields: readonly (string | Uint8Array)[]): Buffer {
  const body = fields.map((field) => (typeof field === 'string' ? Buffer.from(`${field}\0`) : field));
  const header = Buffer.alloc(headerLength);
  header.write(type, 0, 'latin1');
  header.writeInt32BE(
    body.reduce((sum, field) => sum + field.length, 4),
    1,
  );
  return Buffer.concat([header, ...body]);
}

export function int32s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeInt32BE(value, 4 * index));
  return bytes;
}

/** Type byte of a typed message. */
export function typeOf(bytes: Buffer): number {
  return bytes.readUInt8(0);
}

/** Length of the typed message that starts at `at`, header included. */
export function lengthAt(bytes: Buffer, at: number): number {
  return 1 + bytes.readInt32BE(at + 1);
}

export const query = (sql: string): Buffer => message('Q', sql);
export const sync = (): Buffer => message('S');
export const closeStatement = (name: string): Buffer => message('C', Buffer.from('S'), name);
export const copyFail = (reason: string): Buffer => message('f', reason);
