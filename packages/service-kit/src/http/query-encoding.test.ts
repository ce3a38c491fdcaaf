import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/app.ts';
import { isEncodedUtf8 } from './query-encoding.ts';

/** What is no UTF-8, or no percent-encoding. */
const undecodable = ['%ff', '%ED%A0%80', '%ed%a0%bd%ed%b8%80', '%C0%80', '%E7%95', 'a%80b', '%F4%90%80%80', '%', '%z1', '50%', '%u00e4'];

describe('an address that does not decode', () => {
  it.each(undecodable)('is refused in its query, in words, in the form of the route: %s', async (text) => {
    const { app, credentials } = createTestApp();
    const { secret } = credentials.newKey();
    for (const query of [`x=${text}`, `${text}=x`, `a=1&x=ok${text}&b=2`]) {
      const problem = await app.inject(`/public?${query}`);
      expect([problem.statusCode, problem.json()]).toMatchObject([
        400,
        { code: 'invalid_request', detail: expect.stringMatching(/query .* not UTF-8/) },
      ]);
      const tool = await app.inject({ method: 'POST', url: `/tool?${query}`, headers: { authorization: `Bearer ${secret}` } });
      expect([tool.statusCode, tool.json()]).toMatchObject([
        400,
        { jsonrpc: '2.0', error: { message: expect.stringMatching(/query .* not UTF-8/) } },
      ]);
    }
  });

  it('tells a page that may call', async () => {
    const { app } = createTestApp();
    const { statusCode, headers } = await app.inject({ url: '/public?x=%ff', headers: { origin: 'https://anywhere.example' } });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([400, '*']);
  });

  it('is no other answer for whoever is not let in', async () => {
    const { app } = createTestApp();
    expect((await app.inject({ method: 'POST', url: '/tool?x=%ff' })).statusCode).toBe(401);
  });

  it.each(undecodable)('is refused in its path, in words: %s', async (text) => {
    const { app } = createTestApp();
    app.get('/things/:id', () => ({}));
    const { statusCode, body } = await app.inject(`/things/a${text}`);
    expect([statusCode, body]).toEqual([400, expect.stringMatching(/path .* not UTF-8/)]);
  });
});

describe('isEncodedUtf8', () => {
  it('takes whatever text anybody encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(isEncodedUtf8(`?x=${encodeURIComponent(text)}&y=+`)).toBe(true);
        expect(isEncodedUtf8(new URLSearchParams({ [text]: text }).toString())).toBe(true);
      }),
    );
  });
});
