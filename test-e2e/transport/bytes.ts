import { beforeAll, describe, expect, test } from 'vitest';
import { remembered, total } from '../memories/remembered.ts';
import type { Project, Suite } from '../product/stage.ts';
import { head, overWire, send } from '../product/wire.ts';
import type { Wired } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

/** Bytes where UTF-8 has to be, in the middle of a content. */
const noText: readonly [string, readonly number[]][] = [
  ['a legacy code page', [0x97]],
  ['Latin-1', [0xe9]],
  ['a continuation alone', [0x80]],
  ['half a character', [0xe7, 0x95]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['an overlong slash', [0xe0, 0x80, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['a pair of surrogates', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ['above Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['0xFF', [0xff]],
];

/** Texts in UTF-8 that are no JSON. */
const noJson: readonly [string, (message: string) => string][] = [
  ['nothing but blanks', () => ' \r\n\t'],
  ['half of it', (message) => message.slice(0, -1)],
  ['something behind it', (message) => `${message}x`],
  ['two of it', (message) => message + message],
  ['NUL behind it', (message) => `${message}\0`],
  ['two byte order marks', (message) => `\ufeff\ufeff${message}`],
  ['a byte order mark alone', () => '\ufeff'],
  ['single quotes', (message) => message.replaceAll('"', "'")],
  ['a comma too many', (message) => message.replace(/\}$/, ',}')],
  ['a comment', (message) => `${message}//`],
  ['NUL inside a text', (message) => message.replace('unread', 'a\0b')],
  ['a line end inside a text', (message) => message.replace('unread', 'a\nb')],
  ['an escape that is none', (message) => message.replace('unread', String.raw`\x41`)],
  ['NaN', () => 'NaN'],
  ['an unclosed list', () => '['.repeat(100_000)],
  ['a list in a list in a list', () => '['.repeat(100_000) + ']'.repeat(100_000)],
  ['an object in an object', () => '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
  ['a member that reaches the prototype', (message) => message.replace('{', '{"__proto__":{"isAdmin":true},')],
];

const parseError = [400, { jsonrpc: '2.0', id: null, error: { code: -32_700 } }];

const refusalIn = ({ status, body }: Wired) => [status, JSON.parse(body)];

export const bytesSuite: Suite = (stage) => {
  describe.each(endpoints)('the bytes of a body at $name', (endpoint) => {
    const post = (secret: string, body: Uint8Array, headers: Record<string, string> = {}) =>
      send(stage.product.port, { path: endpoint.path, headers: { ...saveHeaders(endpoint, secret), ...headers }, body });

    /** Where nothing is ever saved. */
    let untouched: Project;
    beforeAll(async () => {
      untouched = await stage.newProject();
    });

    test.each(noText)('are refused when they are no UTF-8: %s', async (_kind, bytes) => {
      const { caller, secret } = untouched;
      const [before = '', after = ''] = saveMessage(endpoint, 'a|b').split('|');
      expect(refusalIn(await post(secret, Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])))).toMatchObject(
        parseError,
      );
      expect(await total(caller)).toBe(0);
    });

    test('are refused when a member is named with no UTF-8', async () => {
      const { secret } = untouched;
      expect(
        refusalIn(await post(secret, Buffer.from(saveMessage(endpoint, 'x').replace('"id"', '"\u00fc":1,"id"'), 'latin1'))),
      ).toMatchObject(parseError);
    });

    test.each(['utf16le', 'UTF-16 with its mark', 'UTF-16 the other way round', 'UTF-32'])('are refused in %s', async (encoding) => {
      const { caller, secret } = untouched;
      const text = encoding === 'UTF-16 with its mark' ? `\ufeff${saveMessage(endpoint, 'x')}` : saveMessage(endpoint, 'x');
      const bytes = Buffer.from(text, 'utf16le');
      if (encoding === 'UTF-16 the other way round') bytes.swap16();
      const wide = Buffer.from(Array.from(text).flatMap((character) => [character.charCodeAt(0), 0, 0, 0]));
      expect(refusalIn(await post(secret, encoding === 'UTF-32' ? wide : bytes))).toMatchObject(parseError);
      expect(await total(caller)).toBe(0);
    });

    test.each(noJson)('are refused when they are no JSON: %s', async (_kind, spoil) => {
      const { caller, secret } = untouched;
      const startedAt = performance.now();
      expect(refusalIn(await post(secret, Buffer.from(spoil(saveMessage(endpoint, 'unread')))))).toMatchObject(parseError);
      expect(performance.now() - startedAt).toBeLessThan(2000);
      expect(await total(caller)).toBe(0);
    });

    test('may begin with a byte order mark and stand between blanks', async () => {
      const { caller, secret } = await stage.newProject();
      for (const body of [`\ufeff${saveMessage(endpoint, 'marked')}`, `\n\t ${saveMessage(endpoint, 'marked')}\r\n`]) {
        expect((await post(secret, Buffer.from(body))).status).toBe(200);
      }
      expect((await remembered(caller)).map(({ content }) => content)).toEqual(['marked', 'marked']);
    });

    test('may come in any pieces', async () => {
      const { caller, secret } = await stage.newProject();
      const body = Buffer.from(saveMessage(endpoint, 'a\u754cb\u{1f600}c'));
      const request = Buffer.concat([Buffer.from(head({ path: endpoint.path, headers: saveHeaders(endpoint, secret), body })), body]);
      // Into the first character, into the second, and at many other places.
      const first = request.indexOf(Buffer.from('\u754c'));
      const places = [first + 1, first + 2, first + 5, first + 6, first + 7, ...Array.from({ length: 25 }, (_, at) => 10 + at * 13)];
      const answers = await Promise.all(
        places.map((place) => overWire(stage.product.port, [request.subarray(0, place), request.subarray(place)], { pauseMs: 20 })),
      );
      expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200));
      expect(new Set((await remembered(caller)).map(({ content }) => content))).toEqual(new Set(['a\u754cb\u{1f600}c']));
      expect(await total(caller)).toBe(30);
    });

    test('may come one by one', async () => {
      const { caller, secret } = await stage.newProject();
      const body = Buffer.from(saveMessage(endpoint, '\u754c\u{1f600}'));
      const pieces = [
        head({ path: endpoint.path, headers: saveHeaders(endpoint, secret), body }),
        ...Array.from(body, (byte) => Uint8Array.of(byte)),
      ];
      expect((await overWire(stage.product.port, pieces, { pauseMs: 1 })).status).toBe(200);
      expect(await remembered(caller)).toMatchObject([{ content: '\u754c\u{1f600}' }]);
    });

    test('may come in chunks', async () => {
      const { caller, secret } = await stage.newProject();
      const body = Buffer.from(saveMessage(endpoint, '\u754c'));
      const place = body.indexOf(Buffer.from('\u754c')) + 1;
      const chunk = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
      const headers = { ...saveHeaders(endpoint, secret), 'transfer-encoding': 'chunked' };
      const pieces = [head({ path: endpoint.path, headers }), chunk(body.subarray(0, place)), chunk(body.subarray(place)), '0\r\n\r\n'];
      expect((await overWire(stage.product.port, pieces)).status).toBe(200);
      expect(await remembered(caller)).toMatchObject([{ content: '\u754c' }]);
    });
  });

  test.each(['/v1/memories', '/v1/knowledge/documents', '/v1/knowledge/search'])(
    'the bytes of a body at %s have to be JSON in UTF-8',
    async (path) => {
      const { caller, secret } = await stage.newProject();
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
      for (const bytes of [
        Buffer.from('{"content":"\u0097"}', 'latin1'),
        Buffer.from('{"content":"x"}', 'utf16le'),
        Buffer.from('{'),
        Buffer.from('\0'),
      ]) {
        const { status, body } = await send(stage.product.port, { path, headers, body: bytes });
        expect([status, JSON.parse(body)]).toMatchObject([400, { status: 400, code: 'invalid_request' }]);
      }
      const { status, body } = await send(stage.product.port, { path, headers, body: new Uint8Array() });
      expect([status, JSON.parse(body).status]).toEqual([400, 400]);
      expect(await total(caller)).toBe(0);
    },
  );

  test.each(noText)('the bytes of a query are refused when they are no UTF-8: %s', async (_kind, bytes) => {
    const { secret } = await stage.newProject();
    const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const headers = { authorization: `Bearer ${secret}` };
    for (const path of [`/v1/memories?agent_id=a${encoded}`, `/v1/memories?${encoded}=x`, `/healthz?x=${encoded}`]) {
      const { status, body } = await send(stage.product.port, { method: 'GET', path, headers });
      expect([status, JSON.parse(body).detail]).toEqual([400, expect.stringContaining('UTF-8')]);
    }
    const { status } = await send(stage.product.port, { method: 'GET', path: '/v1/memories?agent_id=%e7%95%8c', headers });
    expect(status).toBe(200);
  });
};
