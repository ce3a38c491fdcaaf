/** Numbers from a seed, the same for the same seed: `random(n)` is below n. */
export type Random = (below: number) => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    // mulberry32
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export const oneOf = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;

/** Bytes that parsers stumble over: ends of things, beginnings of others, numbers at their borders. */
const ends = [
  '',
  '\0',
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '--',
  '"',
  "'",
  '\\',
  '\\u0000',
  '\\ud800',
  '\u2028',
  '\ufeff',
  '\u202e',
  '💣',
  '\u0301',
];
const values = [
  '{',
  '}',
  '[',
  ']',
  '{}',
  '[]',
  ':',
  ',',
  'null',
  'true',
  '-0',
  '1e400',
  '0x0',
  '9007199254740993',
  '-1',
  '1.',
  '.5',
  'NaN',
];
const shells = [
  '$(',
  '${',
  '`',
  '|',
  '&&',
  ';',
  '>',
  '<(',
  '<<EOF',
  "$'",
  '!!',
  '~',
  '*',
  '?',
  '#',
  '&>',
  '2>&1',
  '((',
  '))',
  'eval',
  'exec',
];
const names = ['%00', '%ff', '%', '../', '/*', '__proto__', 'constructor', 'toString', '{"a":', '"a":1,', 'x'.repeat(300), '('.repeat(200)];
const tokens = [...ends, ...values, ...shells, ...names];

type Change = (bytes: Buffer, at: number, random: Random) => Buffer;

const changes: readonly Change[] = [
  // A token in between.
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), Buffer.from(oneOf(random, tokens)), bytes.subarray(at)]),
  // A token in place of some bytes.
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), Buffer.from(oneOf(random, tokens)), bytes.subarray(at + random(12))]),
  // Bytes taken out.
  (bytes, at, random) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(20))]),
  // A stretch repeated.
  (bytes, at, random) => {
    const stretch = bytes.subarray(at, at + 1 + random(40));
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: 1 + random(30) }, () => stretch), bytes.subarray(at)]);
  },
  // A bit turned.
  (bytes, at, random) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
    return copy;
  },
  // Cut off.
  (bytes, at) => bytes.subarray(0, at),
  // A stretch from elsewhere.
  (bytes, at, random) => {
    const from = random(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + random(60)), bytes.subarray(at)]);
  },
];

/** What a member of JSON may become: another kind of value, a border, or a text with a token in it. */
const others: readonly unknown[] = [null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, '', [], {}, [[]], { a: { b: [1] } }, ['x', 1, null]];

/** The JSON value with one of its members changed, renamed, doubled under another name or gone; only its shape is other, it stays JSON. */
function mutatedValue(value: unknown, random: Random): unknown {
  if (typeof value === 'object' && value !== null && random(8) > 0) {
    const entries = Object.entries(value);
    if (entries.length === 0) return oneOf(random, others);
    const at = random(entries.length);
    const [name = '', member] = entries[at] ?? [];
    const change = random(10);
    if (change === 0) entries.splice(at, 1);
    else if (change === 1) entries[at] = [oneOf(random, tokens), member];
    else if (change === 2) entries.push([oneOf(random, tokens), member]);
    else entries[at] = [name, mutatedValue(member, random)];
    return Array.isArray(value) ? entries.map(([, item]: [string, unknown]) => item) : Object.fromEntries(entries);
  }
  if (typeof value === 'string' && random(4) > 0) {
    const at = random(value.length + 1);
    return value.slice(0, at) + oneOf(random, tokens) + value.slice(at + random(4));
  }
  return random(3) === 0 ? oneOf(random, tokens) : oneOf(random, others);
}

/** Examples that are JSON are changed as values half of the time, so that what comes behind the parser is reached too. */
export function mutated(example: string, random: Random): Buffer<ArrayBuffer> {
  const value = random(2) === 0 ? undefined : jsonOf(example);
  if (value === undefined) return mutatedBytes(Buffer.from(example), random);
  return Buffer.from(JSON.stringify(mutatedValue(random(3) === 0 ? mutatedValue(value, random) : value, random)));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The bytes after one to four changes; at most 64 KiB. */
function mutatedBytes(bytes: Buffer<ArrayBuffer>, random: Random): Buffer<ArrayBuffer> {
  let result = bytes;
  for (let left = 1 + random(4); left > 0; left -= 1)
    result = Buffer.from(oneOf(random, changes)(result, random(result.length + 1), random));
  return Buffer.from(result.subarray(0, 65_536));
}
