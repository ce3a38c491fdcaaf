import { hash } from 'node:crypto';
import { accountRoutes, connectionRoutes, interactionRoutes, restCatalog } from '@cairn/contracts';
import type { RestRoute } from '@cairn/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(() => product.close());

/** The accounts service serves these. */
const elsewhere = new Set(Object.keys({ ...accountRoutes, ...interactionRoutes, ...connectionRoutes }));
const routes = Object.entries<RestRoute>(restCatalog).filter(([name]) => !elsewhere.has(name));
const keyOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** /mcp speaks a protocol of its own, which finds what it needs under /.well-known. */
const isCall = (key: string) =>
  methods.some((method) => key.startsWith(`${method} `)) && !key.endsWith(' /mcp') && !key.includes('/.well-known/');

/** Status of a bare request: `GET /v1/memories`. */
async function statusOf(key: string): Promise<number> {
  const [method, url = ''] = key.split(' ');
  return (await product.app.inject({ method: methods.find((one) => one === method) ?? 'GET', url })).statusCode;
}

const documented = new Set(routes.map(([, { method, path }]) => keyOf(method, path)));

describe('the OpenAPI document', () => {
  it('is served to anyone', async () => {
    const answer = await product.send({ url: '/openapi.json' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://localhost:8787' }] });
    expect(Object.keys(answer.body.paths)).toEqual(
      expect.arrayContaining(['/mcp/tools/call', '/v1/memories/{id}', '/healthz', '/readyz', '/auth/sign-in']),
    );
  });

  it('tells of no call that is not there', () => {
    // healthz is mounted by the base before the test can listen.
    const missing = [...documented].filter((key) => !product.mounted.includes(key) && key !== 'GET /healthz');
    expect(missing).toEqual([]);
  });

  it('tells of every call that is there', async () => {
    const untold = product.mounted.filter((key) => !documented.has(key) && isCall(key));
    const statuses = await Promise.all(untold.map(async (key) => `${key} ${await statusOf(key)}`));
    expect(statuses.filter((status) => !status.endsWith(' 405'))).toEqual([]);
  });

  it.each(routes.filter(([, { credentials, path }]) => credentials.length > 0 && path.startsWith('/v1/')))(
    '%s takes the parameters that are told of, and api_key, and no other',
    async (_, { method, path, credentials, query }) => {
      const url = path.replace('{n}', '1').replaceAll(/\{\w+\}/g, '019a7b2c-0000-7000-8000-0123456789ab');
      const as = credentials.includes('api_key') ? product.callers.a : product.callers.session;
      const named = credentials.includes('api_key') ? {} : { project: product.projectA };
      const told = Object.keys(query?.shape ?? {});
      const answer = await product.send({ method, url: `${url}?foo=1`, as, ...named });
      expect(answer.status).toBe(400);
      const accepted = told.length === 0 ? 'nothing is accepted here' : `accepted are ${told.join(', ')}`;
      expect(answer.body.issues).toContainEqual({ path: 'foo', message: `is not known; ${accepted}` });
    },
  );

  it('lets the credential be a parameter', async () => {
    const answer = await product.app.inject(`/v1/memories?limit=1&api_key=${product.callers.a}`);
    expect(answer.statusCode).toBe(200);
  });

  it.each(routes.filter(([, { credentials }]) => credentials.length > 0))('%s asks for a credential', async (_, { method, path }) => {
    const url = path.replaceAll(/\{\w+\}/g, '019a7b2c-0000-7000-8000-0123456789ab');
    const answer = await product.send({ method, url });
    expect(answer.status).toBe(401);
  });
});

describe('the page', () => {
  it.each(['GET', 'HEAD'] as const)('is where %s of the bare address leads', async (method) => {
    const { statusCode, headers } = await product.app.inject({ method, url: '/' });
    expect([statusCode, headers.location]).toEqual([302, '/docs']);
  });

  it('shows every call, without script or another host', async () => {
    const { status, headers, text } = await product.send({ url: '/docs' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const [, { path, summary }] of routes) {
      expect(text).toContain(`<code>${path}</code>`);
      expect(text).toContain(summary.replaceAll("'", '&#39;'));
    }
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|src=|@import|url\(/i);
    expect([...text.matchAll(/href="([^"]*)"/g)].filter(([, target]) => !/^(#|\/openapi\.json$)/.test(target ?? ''))).toEqual([]);
  });

  it('allows its own style sheet and nothing else', async () => {
    const { headers, text } = await product.send({ url: '/docs' });
    const styles = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`'sha256-${hash('sha256', styles, 'base64')}'`);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  it('links to places that are there', async () => {
    const { text } = await product.send({ url: '/docs' });
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, target]) => target);
    const missing = targets.filter((target) => !text.includes(` id="${target}"`));
    expect(targets.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });
});
