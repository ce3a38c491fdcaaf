import { v5, v7, validate } from 'uuid';

const idBytes = 16;
// Asking the system for so few bytes takes longer than all else about an id.
const pool = new Uint8Array(idBytes * 256);
let used = pool.length;
let last = { msecs: 0, seq: 0 };

/** A new time-ordered identifier (UUID version 7, lower case, with hyphens). Ids made by one process ascend. */
export function newId(): string {
  const random = nextRandom();
  last = following(last, random);
  return v7({ random, ...last });
}

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool.subarray(used, (used += idBytes));
}

/** A millisecond begins at a random place of its 32-bit sequence, in the lower half; within one, and when the clock steps back, it counts on. */
function following({ msecs, seq }: typeof last, random: Uint8Array): typeof last {
  const now = Date.now();
  if (now > msecs) return { msecs: now, seq: new DataView(random.buffer, random.byteOffset).getUint32(6) & 0x7f_ff_ff_ff };
  const next = (seq + 1) | 0;
  return { msecs: next === 0 ? msecs + 1 : msecs, seq: next };
}

/** The identifier that belongs to a name, the same each time (UUID version 5 under a namespace of this service). */
export const idOf = (name: string): string => v5(name, '6f0c2b1e-7f0a-4f53-9d0b-5c7f1f3f6a10');

/** Whether `value` is a UUID of any version in its canonical text form, in either case. */
export const isId = (value: string): boolean => validate(value);

/** When an id of `newId` was made, in milliseconds since 1970: its first 48 bits (RFC 9562, version 7). */
export const idTime = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
