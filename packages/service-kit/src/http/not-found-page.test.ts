import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keptLog } from '../testing/log.ts';
import { createHttp } from './create-http.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

function newApp(home?: string) {
  const app = createHttp({ logger: keptLog().logger, baseUrl: 'https://api.example.org', ...(home !== undefined && { home }) });
  app.post('/sign', () => ({}));
  return (accept: string | undefined, url = '/zzz?q=<b>', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers: accept === undefined ? {} : { accept } });
}

test('a browser at a mistyped address gets a page that leads home', async () => {
  const answer = await newApp('https://app.example.com/cairn?a=1&b="')(browser);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<html lang="en">');
  expect(answer.body).toContain('<title>Nothing here · Cairn</title>');
  expect(answer.body).toContain('<a href="https://app.example.com/cairn?a=1&amp;b=%22">');
  expect(answer.body).not.toContain('zzz');
});

test('nothing is let into that page but its own style, and it is kept by nobody', async () => {
  const { headers, body } = await newApp('https://app.example.com')(browser);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
    'x-request-id': expect.any(String),
  });
});

test.each([
  undefined,
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/problem+json, text/html',
  'text/html;q=0.5, application/json',
  'text/html;q=0',
  'text/html;q=nonsense',
])('whoever accepts %j gets a problem document', async (accept) => {
  const answer = await newApp('https://app.example.com')(accept);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  expect(answer.json()).toMatchObject({ code: 'not_found', instance: '/zzz' });
});

test('only who reads gets the page, and only where there are pages', async () => {
  const ask = newApp('https://app.example.com');
  expect((await ask(browser, '/zzz', 'POST')).headers['content-type']).toMatch(/^application\/problem\+json/);
  expect((await ask(browser, '/sign')).statusCode).toBe(405);
  const head = await ask(browser, '/zzz', 'HEAD');
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([404, 'text/html; charset=utf-8', '']);
  expect((await newApp()(browser)).headers['content-type']).toMatch(/^application\/problem\+json/);
});
