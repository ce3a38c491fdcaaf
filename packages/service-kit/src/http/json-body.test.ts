import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, UnreadableBody } from './json-body.ts';
import { jsonOddity } from './json-oddity.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('readJson', () => {
  it('gives back every JSON value as it was', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!text.includes('__proto__') && jsonOddity(text) === undefined);
        expect(readJson(bytesOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readJson(Buffer.from(bytes))).not.toThrow();
      }),
    );
  });

  it('reads nothing out of an empty body', () => {
    expect(readJson(Buffer.alloc(0))).toBeUndefined();
  });

  it('drops a byte order mark', () => {
    expect(readJson(bytesOf('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each([
    ['a byte of a legacy code page', Buffer.from('7b2261223a229722 7d'.replace(' ', ''), 'hex')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['half of a character', Buffer.from([0x22, 0xe7, 0x95, 0x22])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['text that is no JSON', bytesOf('{"a":')],
    ['a trailing comma', bytesOf('{"a":1,}')],
    ['a key that reaches the prototype', bytesOf('{"__proto__":{"admin":true}}')],
    ['the same key, escaped', bytesOf('{"\\u005f_proto__":{}}')],
    ['a constructor with a prototype', bytesOf('{"constructor":{"prototype":{}}}')],
  ])('cannot read %s', (_name, bytes) => {
    expect(readJson(bytes)).toBeInstanceOf(UnreadableBody);
  });

  it.each([
    ['{"__proto__":{}}', /__proto__/],
    ['{"metadata":{"a":1,"a":2}}', /twice/],
    ['{"metadata":{"n":9007199254740993}}', /string/],
    ['{"a":', /not valid JSON/],
  ])('says what is wrong with %s', (text, message) => {
    expect(readJson(bytesOf(text))).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('reads text that only mentions such a key', () => {
    const value = { content: 'see "__proto__": and "constructor"' };
    expect(readJson(bytesOf(JSON.stringify(value)))).toEqual(value);
  });

  it.each(['[', '{"a":'])('cannot read a value that nests too deep in %s', (open) => {
    const close = open === '[' ? ']' : '}';
    const nested = (depth: number): Buffer => bytesOf(`${' '.repeat(3000)}${open.repeat(depth)}0${close.repeat(depth)}`);
    expect(readJson(nested(129))).toBeInstanceOf(UnreadableBody);
    expect(readJson(nested(128))).not.toBeInstanceOf(UnreadableBody);
  });

  it('says why without quoting the body', () => {
    const body = readJson(bytesOf('{"content":"my secret" oops'));
    expect(body).toMatchObject({ reason: 'parse_error' });
    expect(JSON.stringify(body)).not.toMatch(/secret|oops/);
  });

  it('reads a large flat body in time linear to its size', () => {
    const text = `[${'0,'.repeat(500_000)}0]`;
    const start = performance.now();
    expect(readJson(bytesOf(text))).toHaveLength(500_001);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
