import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { envFields } from './env-fields.ts';

const key = Buffer.alloc(32, 7);

/** What Fastify refuses at start, with a sentence that names no setting. */
const proxiesOfNoUse = ['0.0.0.0/0', '::/0', '10.0.0.0/8,::/0', '10.0.0.0/8/8', '10.0.0.0/', 'fe80::1%eth0.1'];

describe.each([
  ['port', { '1': 1, '8787': 8787, ' 65535 ': 65_535 }, ['0', '-1', '65536', '80.5', '0x50', '1e3', 'http']],
  ['host', { '127.0.0.1': '127.0.0.1', '::': '::', 'db.internal': 'db.internal' }, ['a b', 'a/b', 'http://a']],
  [
    'webUrl',
    {
      'http://localhost:8787/': 'http://localhost:8787',
      'HTTPS://Cairn.Example.com': 'https://cairn.example.com',
      'https://a.example/cairn/': 'https://a.example/cairn',
    },
    [
      'cairn.example.com',
      'ftp://a.example',
      'https://',
      'https://u:p@a.example',
      'https://a.example?x=1',
      'https://a.example#x',
      'javascript:alert(1)',
    ],
  ],
  [
    'postgresUrl',
    { 'postgres://u:p@db:5432/cairn': 'postgres://u:p@db:5432/cairn', 'postgresql://db/c': 'postgresql://db/c' },
    ['mysql://db/c', 'db:5432', 'postgres://'],
  ],
  [
    'redisUrl',
    {
      'redis://localhost:6379/1': 'redis://localhost:6379/1',
      'rediss://r': 'rediss://r',
      'redis://r/': 'redis://r/',
      'redis://r/0': 'redis://r/0',
      'redis://u:p%40q@r/65535': 'redis://u:p%40q@r/65535',
    },
    [
      'http://r',
      'localhost:6379',
      'redis://r/abc',
      'redis://r/65536',
      'redis://r/-1',
      'redis://r/1.5',
      'redis://r/1/',
      'redis://r//1',
      'redis://:%zz@r',
    ],
  ],
  ['positiveInteger', { '1': 1, ['9'.repeat(15)]: 999_999_999_999_999 }, ['0', '-1', '1.5', 'many', '9'.repeat(16), '9'.repeat(20)]],
  ['boolean', { true: true, TRUE: true, '1': true, on: true, false: false, '0': false, no: false }, ['maybe', '2']],
  ['logLevel', { info: 'info', WARN: 'warn', silent: 'silent' }, ['loud']],
  [
    'origins',
    { 'https://a.example, http://localhost:5173/': ['https://a.example', 'http://localhost:5173'] },
    ['*', 'null', 'https://a.example/path', 'a.example'],
  ],
  ['hosts', { 'a.example,b:8787, [::1]:80': ['a.example', 'b:8787', '[::1]:80'] }, ['https://a.example', 'a b']],
  ['trustedProxies', { '10.0.0.0/8, ::1,loopback': '10.0.0.0/8,::1,loopback' }, ['10.0.0.0/33', 'proxy', '10.0.0', ...proxiesOfNoUse]],
] as const)('%s', (name, good, bad) => {
  it.each(Object.entries(good))('reads %j', (text, value) => {
    expect(envFields[name].parse(text)).toEqual(value);
  });

  it.each(bad)('refuses %j', (text) => {
    expect(envFields[name].safeParse(text).success).toBe(false);
  });
});

describe('trustedProxies', () => {
  it.each(['10.0.0.1', '0.0.0.0/1', '10.0.0.0/08', '::/1', '::ffff:10.0.0.1/128', 'fe80::1%eth0', 'loopback, linklocal,uniquelocal'])(
    'takes %j, and so does Fastify',
    (text) => {
      const trustProxy = envFields.trustedProxies.parse(text);
      expect(() => fastify({ trustProxy })).not.toThrow();
    },
  );

  it.each(proxiesOfNoUse)('is right to refuse %j', (trustProxy) => {
    expect(() => fastify({ trustProxy })).toThrow();
  });
});

describe('key32', () => {
  it.each([key.toString('base64'), key.toString('base64url')])('reads 32 bytes out of %s', (text) => {
    expect(Buffer.from(envFields.key32.parse(text))).toEqual(key);
  });

  it.each([
    key.subarray(1).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    key.toString('hex'),
    `${key.toString('base64').slice(0, 40)}!!!=`,
  ])('refuses %s', (text) => {
    expect(envFields.key32.safeParse(text).success).toBe(false);
  });
});

it('says of every setting what it takes', () => {
  for (const field of Object.values(envFields)) expect(field.description).toMatch(/^\S/);
});
