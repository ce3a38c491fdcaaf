import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLogger } from '@cairn/service-kit';
import type { PageAddresses } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createConsentApp } from './consent-app.ts';

const addresses = { baseUrl: 'https://api.example.org/cairn', appUrl: 'https://app.example.com' };

async function appFor(given: PageAddresses = addresses): Promise<FastifyInstance> {
  const app = await createConsentApp({ addresses: given, logger: createLogger({ level: 'silent' }) });
  onTestFinished(() => app.close());
  return app;
}

const get = (app: FastifyInstance, url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

/** Addresses that a document names in attributes. */
const linksIn = (html: string): string[] => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);

describe.each(['/oauth/consent', '/invitation'])('the page at %s', (address) => {
  test('comes with headers that forbid frames, forms and everything that is not its own', async () => {
    const { statusCode, headers } = await get(await appFor(), `${address}?interaction=u1`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' https://api.example.org; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'unsafe-none',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('holds the address of the server, and no script or style of its own', async () => {
    const { body } = await get(await appFor({ ...addresses, baseUrl: 'https://api.example.org/"><script>' }), address);
    expect(body).toContain('content="https://api.example.org/&quot;>&lt;script>"');
    expect([...body.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, inner]) => inner)).toEqual(['']);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  test('finds all that it loads, with a slash at its end and without, below the path of the app', async () => {
    for (const [appUrl, prefix] of [
      ['https://app.example.com', ''],
      ['https://example.com/app', '/app'],
    ] as const) {
      const app = await appFor({ ...addresses, appUrl });
      const [plain, slashed] = [await get(app, address), await get(app, `${address}/`)];
      expect(slashed.body).toBe(plain.body);
      const links = linksIn(plain.body);
      expect(links.length).toBeGreaterThan(10);
      for (const link of links) {
        expect(link.startsWith(`${prefix}/oauth/consent/assets/`)).toBe(true);
        expect([link, (await get(app, link.slice(prefix.length))).statusCode]).toEqual([link, 200]);
      }
    }
  });

  test('loads scripts whose imports are all there, and told ahead', async () => {
    const app = await appFor();
    const scripts = linksIn((await get(app, address)).body).filter((link) => link.endsWith('.js'));
    for (const script of scripts) {
      const { body } = await get(app, script);
      for (const [, path = ''] of body.matchAll(/from\s*'([^']+)'|import '([^']+)'/g)) {
        expect(scripts).toContain(new URL(path, `https://app.example.com${script}`).pathname);
      }
    }
  });
});

describe('what it loads', () => {
  test('may be kept for good, and has its type', async () => {
    const app = await appFor();
    const links = linksIn((await get(app, '/oauth/consent')).body);
    const types = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' };
    for (const [end, type] of Object.entries(types)) {
      const { headers } = await get(app, links.find((link) => link.endsWith(end)) ?? '');
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('comes compressed to who takes it so', async () => {
    const app = await appFor();
    const plain = await get(app, '/oauth/consent');
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    for (const [accepted, encoding, inflate] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await get(app, '/oauth/consent', { 'accept-encoding': accepted });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(inflate(packed.rawPayload).toString()).toBe(plain.body);
    }
    expect((await get(app, '/oauth/consent', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  test('is nothing else of the folder that it is in', async () => {
    const app = await appFor();
    const entry = linksIn((await get(app, '/oauth/consent')).body).find((link) => link.endsWith('/consent.js')) ?? '';
    for (const name of [
      'consent.ts',
      'tsconfig.json',
      'consent/flow-state.test.js',
      '../../consent',
      '%2e%2e/consent.js',
      'consent/asked.js',
    ]) {
      expect([name, (await get(app, entry.replace('consent.js', name))).statusCode]).toEqual([name, 404]);
    }
  });
});

test('the service is alive and ready by itself', async () => {
  const app = await appFor();
  expect([(await get(app, '/healthz')).statusCode, (await get(app, '/readyz')).statusCode]).toEqual([200, 200]);
});
