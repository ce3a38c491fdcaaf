import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { createLogger } from '@cairn/service-kit';
import type { PageAddresses } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createDashboardApp } from './dashboard-app.ts';

const addresses = { baseUrl: 'https://api.example.org/cairn', appUrl: 'https://app.example.com' };

function appFor(given: PageAddresses = addresses): FastifyInstance {
  const app = createDashboardApp({ addresses: given, logger: createLogger({ level: 'silent' }) });
  onTestFinished(() => app.close());
  return app;
}

const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

/** Addresses that a document names in attributes. */
const linksIn = (html: string): string[] => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);

test('every address of a page is answered by the one document, under a policy that lets nothing in but its own', async () => {
  const app = appFor();
  const { body } = await get(app, '/');
  for (const path of ['/', '/sign-in', '/sign-up', '/account', '/projects/p1/settings/mcp', '/workspaces/w1/members?x=1']) {
    const answer = await get(app, path);
    expect([path, answer.statusCode, answer.body === body]).toEqual([path, 200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' https://api.example.org; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('what is no page of it is not found', async () => {
  const app = appFor();
  for (const path of ['/nowhere', '/index.html', '/v1/memories', '/dashboard/assets/main.tsx', '/dashboard/assets/..%2Fmain.tsx']) {
    expect([path, (await get(app, path)).statusCode]).toEqual([path, 404]);
  }
});

test('the document holds the addresses and no script or style of its own, whatever the addresses are', async () => {
  const { body } = await get(appFor({ appUrl: 'https://example.com/app/', baseUrl: 'https://api.example.org/"><script>' }), '/');
  expect(body).toContain('content="https://api.example.org/&quot;>&lt;script>"');
  expect(body).toContain('name="cairn-app-path" content="/app"');
  expect([...body.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, inner]) => inner)).toEqual(['']);
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

test('all that it loads is there for good, compressed, below the path of the app', { timeout: 60_000 }, async () => {
  const app = appFor({ ...addresses, appUrl: 'https://example.com/app' });
  for (const link of linksIn((await get(app, '/')).body)) {
    expect(link).toMatch(/^\/app\/dashboard\/assets\/[\w.-]+$/);
    const path = link.slice('/app'.length);
    const [plain, packed] = [await get(app, path), await get(app, path, { 'accept-encoding': 'gzip, br' })];
    expect([link, plain.statusCode, plain.headers['cache-control']]).toEqual([link, 200, 'public, max-age=31536000, immutable']);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  }
});

test('the scripts of any one page together are under 200 KB, zipped', { timeout: 60_000 }, async () => {
  const app = appFor();
  const seen = new Set<string>();
  let bytes = 0;
  // All there are, also those that only other pages load: the first page can have no more.
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const { rawPayload, body } = await get(app, path);
    bytes += gzipSync(rawPayload).length;
    for (const [, name = ''] of body.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) await visit(`/dashboard/assets/${name}`);
  };
  for (const link of linksIn((await get(app, '/')).body)) if (link.endsWith('.js')) await visit(link);
  expect(seen.size).toBeGreaterThan(5);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(200_000);
});

test('the service is alive and ready by itself', async () => {
  const app = appFor();
  expect([(await get(app, '/healthz')).statusCode, (await get(app, '/readyz')).statusCode]).toEqual([200, 200]);
});
