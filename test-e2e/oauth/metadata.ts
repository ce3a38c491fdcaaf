import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { publicUrl } from './public-address.ts';

const otherSpellings = [
  '/.well-known/oauth-protected-resource/other',
  '/.well-known/oauth-protected-resource/mcp/tools/call',
  '/.well-known/oauth-authorization-server/mcp',
  '/.well-known/openid-configuration/mcp',
  '/mcp/.well-known/openid-configuration',
  '/mcp/.well-known/oauth-protected-resource',
];

export const metadataSuite: Suite = (stage) => {
  const ask = (path: string, init?: RequestInit) => call(`${publicUrl(stage)}${path}`, init);

  describe('the metadata of the authorization server', () => {
    test.each(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])('%s says what it does', async (path) => {
      const baseUrl = publicUrl(stage);
      const { status, body, headers } = await ask(path);
      expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
      expect(body).toMatchObject({
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        registration_endpoint: `${baseUrl}/oauth/register`,
        revocation_endpoint: `${baseUrl}/oauth/revoke`,
        jwks_uri: `${baseUrl}/oauth/jwks`,
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['mcp'],
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code'],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: expect.arrayContaining(['none', 'client_secret_post', 'client_secret_basic']),
      });
      expect(body).not.toHaveProperty('claims_supported');
      // It would send clients to fetch their documents through a server that is told not to.
      expect(body).not.toHaveProperty('client_id_metadata_document_supported');
    });

    test('does not follow what a request calls the host', async () => {
      const baseUrl = publicUrl(stage);
      const { port } = new URL(baseUrl);
      const hostile = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '444' };
      expect((await ask('/.well-known/oauth-authorization-server', { headers: hostile })).body.token_endpoint).toBe(
        `${baseUrl}/oauth/token`,
      );
      expect((await rawGet(port, '/.well-known/oauth-authorization-server', { host: `localhost:${port}` })).body).toContain(
        `"${baseUrl}/oauth/token"`,
      );
      expect((await rawGet(port, '/.well-known/oauth-authorization-server', { host: 'evil.example' })).status).toBe(403);
    });

    test('serves its keys, and none of them is private', async () => {
      const { body } = await ask('/oauth/jwks');
      expect(body.keys.length).toBeGreaterThan(0);
      for (const key of body.keys)
        expect(key).toEqual({ kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB', n: expect.any(String), kid: expect.any(String) });
    });
  });

  describe('the metadata of the protected resource', () => {
    test.each([
      ['/.well-known/oauth-protected-resource', '/mcp'],
      ['/.well-known/oauth-protected-resource/mcp', '/mcp'],
      ['/.well-known/oauth-protected-resource/mcp/', '/mcp/'],
    ])('at %s names the resource as %s', async (path, resource) => {
      const baseUrl = publicUrl(stage);
      const { status, body } = await ask(path);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          resource: baseUrl + resource,
          authorization_servers: [baseUrl],
          scopes_supported: ['mcp'],
          bearer_methods_supported: ['header'],
        }),
      ]);
    });

    test('is not there for a client that carries its key in the address', async () => {
      for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
        expect((await ask(`${path}?api_key=${stage.product.account.apiKey}`)).status).toBe(404);
      }
    });

    test.each(otherSpellings)('%s is 404 in JSON', async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, headers.get('content-type'), body.status]).toEqual([404, expect.stringMatching(/json/), 404]);
    });
  });

  describe('a request to /mcp without a credential', () => {
    test.each(['GET', 'HEAD', 'POST', 'DELETE'])('by %s is 401 with the way to one', async (method) => {
      const baseUrl = publicUrl(stage);
      for (const path of ['/mcp', '/mcp/']) {
        const { status, headers } = await ask(path, {
          method,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        });
        expect([status, headers.get('www-authenticate')]).toEqual([
          401,
          `Bearer realm="cairn", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${path}", scope="mcp"`,
        ]);
      }
    });

    test('is told of an error only when it brought a credential', async () => {
      const { headers } = await ask('/mcp', { method: 'POST', headers: { authorization: 'Bearer nobody' } });
      expect(headers.get('www-authenticate')).toMatch(
        /^Bearer realm="cairn", error="invalid_token", resource_metadata="[^"]+", scope="mcp"$/,
      );
    });
  });

  describe('a page of any origin', () => {
    const origin = 'https://inspector.example';
    const open = [
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/.well-known/oauth-protected-resource/mcp',
      '/oauth/jwks',
    ];

    test.each(open)('reads %s', async (path) => {
      const { status, headers } = await ask(path, { headers: { origin } });
      expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
        200,
        '*',
        null,
      ]);
    });

    test.each(otherSpellings)('reads that there is no %s', async (path) => {
      const { status, headers } = await ask(path, { headers: { origin } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    });

    test.each([...open, ...otherSpellings, '/oauth/register', '/oauth/token', '/oauth/revoke'])('may ask %s first', async (path) => {
      const { status, headers } = await ask(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, mcp-protocol-version',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(headers.get('access-control-allow-headers')).toMatch(/mcp-protocol-version/i);
    });

    test('reads the refusals of the token endpoint', async () => {
      const { status, headers } = await ask('/oauth/token', {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=authorization_code&client_id=nobody&code=x',
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    });

    test('may ask nothing of the consent page', async () => {
      const { status } = await ask('/oauth/interactions/anything', { headers: { origin } });
      expect(status).toBe(403);
      // Not even a page of the machine itself, when the web pages are not there.
      expect((await ask('/oauth/interactions/anything', { headers: { origin: 'http://localhost:1' } })).status).toBe(403);
    });

    test('gets no further than the door of /mcp, unless the operator names it', async () => {
      expect((await ask('/mcp', { method: 'POST', headers: { origin } })).status).toBe(403);
    });
  });
};

/** `fetch` would set the Host itself. */
function rawGet(port: string, path: string, headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    sent.once('error', reject).end();
  });
}
