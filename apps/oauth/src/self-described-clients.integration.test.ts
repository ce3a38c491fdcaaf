import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestOauth } from './testing/oauth.ts';
import type { TestOauth } from './testing/oauth.ts';

/** Documents as their owners serve them. */
const documents: Readonly<Record<string, object>> = {
  'https://claude.ai/oauth/claude-code-client-metadata': {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    client_name: 'Claude Code',
    client_uri: 'https://claude.ai',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  },
  'https://chatgpt.com/oauth/client.json': {
    client_id: 'https://chatgpt.com/oauth/client.json',
    client_name: 'ChatGPT',
    redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
  },
  'https://vscode.dev/oauth/client-metadata.json': {
    client_id: 'https://vscode.dev/oauth/client-metadata.json',
    client_name: 'Visual Studio Code',
    redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  'https://evil.example/client.json': {
    client_id: 'https://evil.example/client.json',
    client_name: 'Claude',
    redirect_uris: ['javascript:alert(1)'],
  },
  'https://other.example/client.json': {
    client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
    redirect_uris: ['https://other.example/cb'],
  },
};

describe('a client that describes itself at its own address', () => {
  let oauth: TestOauth;
  const fetched: string[] = [];
  beforeAll(async () => {
    oauth = await createTestOauth({
      settings: { selfDescribedClients: true },
      fetch: async (url) => {
        const address = url instanceof Request ? url.url : String(url);
        fetched.push(address);
        const document = documents[address];
        return document === undefined ? new Response('not here', { status: 404 }) : Response.json(document);
      },
    });
  });
  afterAll(() => oauth.close());

  test('is announced', async () => {
    const { body } = await oauth.get('/.well-known/oauth-authorization-server');
    expect(JSON.parse(body)).toMatchObject({ client_id_metadata_document_supported: true });
  });

  test.each([
    [
      'https://claude.ai/oauth/claude-code-client-metadata',
      'http://127.0.0.1:50123/callback',
      { name: 'Claude Code', is_loopback: true, is_verified: false },
    ],
    [
      'https://chatgpt.com/oauth/client.json',
      'https://chatgpt.com/connector_platform_oauth_redirect',
      { name: 'ChatGPT', is_loopback: false, is_verified: true },
    ],
    [
      'https://vscode.dev/oauth/client-metadata.json',
      'http://127.0.0.1:50124/',
      { name: 'Visual Studio Code', is_loopback: true, is_verified: false },
    ],
  ])('%s is asked about', async (clientId, redirectUri, shown) => {
    const uid = await oauth.begin({ client_id: clientId, redirect_uri: redirectUri });
    const { body } = await oauth.get(`/oauth/interactions/${uid}`);
    expect(JSON.parse(body).client).toMatchObject({ id: clientId, ...shown });
    expect(fetched).toContain(clientId);
  });

  test.each([
    ['https://evil.example/client.json', 'javascript:alert(1)'],
    ['https://other.example/client.json', 'https://other.example/cb'],
    ['https://nothing.example/client.json', 'https://nothing.example/cb'],
    ['http://claude.ai/oauth/claude-code-client-metadata', 'http://127.0.0.1:1/callback'],
    ['https://claude.ai/oauth/../oauth/claude-code-client-metadata', 'http://127.0.0.1:1/callback'],
    ['https://user@claude.ai/oauth/claude-code-client-metadata', 'http://127.0.0.1:1/callback'],
  ])('%s is turned away', async (clientId, redirectUri) => {
    const { statusCode, headers } = await oauth.authorize({ client_id: clientId, redirect_uri: redirectUri });
    expect([statusCode, headers.location]).toEqual([400, undefined]);
  });

  test('is fetched so often for one address, and no more', async () => {
    const before = fetched.length;
    for (let at = 0; at < 60; at += 1)
      await oauth.authorize({ client_id: `https://a${at}.example/c`, redirect_uri: 'https://a.example/' }, '203.0.113.9');
    expect(fetched.length - before).toBe(30);
  });
});

describe('the network of the operator', () => {
  test('is never asked: no connection to this machine says a word', async () => {
    const heard: Buffer[] = [];
    const inside = createServer((socket) => socket.on('data', (data) => heard.push(data)).on('error', () => {}));
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    const oauth = await createTestOauth({ settings: { selfDescribedClients: true } });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', 'localhost']) {
      const { statusCode } = await oauth.authorize({ client_id: `https://${host}/client.json`, redirect_uri: `https://${host}/cb` });
      expect([host, statusCode]).toEqual([host, 400]);
    }
    expect(heard).toEqual([]);
    await oauth.close();
    inside.close();
  });

  test('is not asked at all while the switch is off', async () => {
    const fetched: unknown[] = [];
    const oauth = await createTestOauth({
      fetch: async (url) => {
        fetched.push(url);
        return new Response('{}');
      },
    });
    const { statusCode } = await oauth.authorize({
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      redirect_uri: 'http://127.0.0.1:1/callback',
    });
    expect([statusCode, fetched]).toEqual([400, []]);
    await oauth.close();
  });
});
