import { describe, expect, test } from 'vitest';
import { total } from '../memories/remembered.ts';
import type { Suite } from '../product/stage.ts';
import { send } from '../product/wire.ts';
import { endpoints, saveHeaders, saveMessage } from './endpoints.ts';

const taken = [
  'application/json',
  'Application/JSON',
  'application/json;',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; charset=utf8',
  'application/json; profile=x',
];

const refused = [
  '',
  'text/plain',
  'text/json',
  'application/jsonp',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'garbage',
  'application/json, text/plain',
  'application/json; charset=iso-8859-1',
  'application/json;charset=utf-16',
  'application/json; charset=us-ascii',
  'application/json; charset="windows-1252"',
  'application/json; charset=',
  'application/json; charset=utf-8; charset=latin1',
];

export const mediaTypeSuite: Suite = (stage) => {
  describe.each(endpoints)('the media type of a body at $name', (endpoint) => {
    const post = (secret: string, type: string | undefined) => {
      const { 'content-type': _, ...headers } = saveHeaders(endpoint, secret);
      const body = Buffer.from(saveMessage(endpoint, 'x'));
      return send(stage.product.port, {
        path: endpoint.path,
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        body,
      });
    };

    test('is JSON in UTF-8, however it is written', async () => {
      const { caller, secret } = await stage.newProject();
      for (const type of taken) expect([type, (await post(secret, type)).status]).toEqual([type, 200]);
      expect(await total(caller)).toBe(taken.length);
    });

    test('is no other', async () => {
      const { caller, secret } = await stage.newProject();
      for (const type of [undefined, ...refused]) {
        const { status, body } = await post(secret, type);
        expect([type, status, JSON.parse(body)]).toMatchObject([
          type,
          415,
          { jsonrpc: '2.0', id: null, error: { code: -32_600, data: { status: 415 } } },
        ]);
      }
      expect(await total(caller)).toBe(0);
    });
  });

  describe.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip'])('a body in %s', (encoding) => {
    test.each(endpoints)('is refused at $name, and nothing is kept of it', async (endpoint) => {
      const { caller, secret } = await stage.newProject();
      const headers = { ...saveHeaders(endpoint, secret), 'content-encoding': encoding };
      const { status, body } = await send(stage.product.port, {
        path: endpoint.path,
        headers,
        body: Buffer.from(saveMessage(endpoint, 'x')),
      });
      expect([status, JSON.parse(body)]).toMatchObject([415, { jsonrpc: '2.0', id: null, error: { data: { status: 415 } } }]);
      expect(await total(caller)).toBe(0);
    });

    test.each([
      ['/v1/memories', 'application/json', '{"content":"x"}'],
      ['/v1/knowledge/documents', 'application/json', '{"title":"x","content":"x"}'],
      [
        '/v1/knowledge/documents',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="file"; filename="x.txt"\r\n\r\nx\r\n--x--\r\n',
      ],
      ['/auth/sign-in', 'application/json', '{"email":"a@b.example","password":"x"}'],
    ])('is refused at %s as %s', async (path, type, text) => {
      const { caller, secret } = await stage.newProject();
      const headers = { authorization: `Bearer ${secret}`, 'content-type': type, 'content-encoding': encoding };
      const { status, body } = await send(stage.product.port, { path, headers, body: Buffer.from(text) });
      expect([status, JSON.parse(body)]).toMatchObject([415, { status: 415, code: 'unsupported_media_type' }]);
      expect(await total(caller)).toBe(0);
      expect((await caller.rest('GET', '/v1/knowledge/documents')).body.data).toEqual([]);
    });
  });

  test.each(['/v1/memories', '/v1/knowledge/search', '/auth/sign-in'])('is the same rule at %s', async (path) => {
    const { caller, secret } = await stage.newProject();
    const body = Buffer.from('{"content":"x"}');
    for (const type of refused.filter((each) => each !== '')) {
      const headers = { authorization: `Bearer ${secret}`, 'content-type': type };
      const answer = await send(stage.product.port, { path, headers, body });
      expect([type, answer.status, JSON.parse(answer.body)]).toMatchObject([type, 415, { status: 415, code: 'unsupported_media_type' }]);
    }
    expect(await total(caller)).toBe(0);
  });
};
