import { describe, expect, test } from 'vitest';
import type { Suite } from '../product/stage.ts';
import { createBrowser } from './browser.ts';
import { deciderOf } from './decider.ts';
import { recordedRegistrations } from './fixtures/registrations.ts';
import { authorizationUrl, exchange, interactionIn, newPkce, plainClient, register, requestOf, showInteraction, walk } from './flow.ts';
import { publicUrl } from './public-address.ts';

export const registrationSuite: Suite = (stage) => {
  describe.each(recordedRegistrations)('$client', ({ body, redirectUri }) => {
    test('registers, is approved and gets a token', async () => {
      const decider = deciderOf(stage);
      const { baseUrl } = decider;
      const registered = await register(baseUrl, body);
      expect([registered.status, registered.text]).toEqual([201, expect.any(String)]);
      expect(registered.headers.get('cache-control')).toBe('no-store');
      const { client_id: clientId, client_secret: clientSecret, redirect_uris: uris } = registered.body;
      expect(uris).toEqual((body as { redirect_uris: string[] }).redirect_uris);
      const client = { clientId, redirectUri, ...(clientSecret && { clientSecret }) };
      const pkce = newPkce();
      const answered = await walk(
        decider,
        authorizationUrl(baseUrl, requestOf(client, pkce, { resource: `${baseUrl}/mcp`, scope: 'mcp' })),
      );
      expect(answered.href.startsWith(redirectUri)).toBe(true);
      expect(answered.searchParams.get('iss')).toBe(baseUrl);
      const token = await exchange(
        baseUrl,
        client,
        { code: answered.searchParams.get('code') ?? '', pkce },
        { resource: `${baseUrl}/mcp` },
      );
      expect([token.status, token.body]).toEqual([200, { access_token: expect.any(String), token_type: 'Bearer', scope: 'mcp' }]);
    });
  });

  describe('a redirect URI that is dangerous', () => {
    test.each([
      'javascript:alert(1)//',
      'JavaScript:alert(1)//',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:https://a.example/x',
      'file:///etc/passwd',
      'about:blank',
      'view-source:https://a.example/',
      'https://a.example/cb#f',
      'https://a.example/cb#',
      'cursor://app/cb#f',
      'http://a.example/cb',
      'http://192.168.1.5/cb',
      'http://0.0.0.0/cb',
      'http://127.0.0.1.evil.example:57470/callback',
      'http://localhost.evil.example/callback',
      'http://localhost@evil.example/callback',
      'http://127.0.0.1:80@evil.example/callback',
      'http://127.0.0.1\\@evil.example/callback',
      'https://user:password@a.example/cb',
      'http://127.1/cb',
      'http://2130706433/cb',
      'http://0x7f000001/cb',
      'http://[::ffff:127.0.0.1]/cb',
      'http://ⓛocalhost/cb',
      'https://claude。ai/cb',
      'https:a.example/cb',
      'https:///cb',
      'https://*.a.example/cb',
      'ms-msdt:/id',
      'sms:1',
      'feed:javascript:alert(1)',
      'urn:ietf:wg:oauth:2.0:oob',
      'app:callback',
      'smb://a.example/share',
      'rdp://a.example/',
      'x-apple.systempreferences:/a',
      'itms-services://x',
      'com.example.app:callback',
      'not an address',
      '/relative',
      '',
      `https://a.example/${'x'.repeat(3000)}`,
    ])('%j is refused', async (uri) => {
      const { status, body } = await register(publicUrl(stage), { ...plainClient, redirect_uris: [uri] });
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
      expect(body).not.toHaveProperty('client_id');
    });

    test('spoils the good ones beside it', async () => {
      const uris = ['https://a.example/cb', 'javascript:alert(1)'];
      expect((await register(publicUrl(stage), { ...plainClient, redirect_uris: uris })).status).toBe(400);
    });
  });

  test.each([
    { redirect_uris: [] },
    { redirect_uris: 'https://a.example/cb' },
    { redirect_uris: [7] },
    { redirect_uris: Array.from({ length: 40 }, (_, at) => `https://a.example/${at}`) },
    { redirect_uris: undefined },
    { logo_uri: 'javascript:alert(1)' },
    { client_uri: 'data:text/html,x' },
    { policy_uri: 'file:///etc/passwd' },
    { grant_types: ['client_credentials'] },
    { grant_types: ['password'] },
    { response_types: ['token'] },
    { token_endpoint_auth_method: 'client_secret_jwt' },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { software_id: 'a\0b' },
    { software_version: '\uD800' },
  ])('metadata with %j is refused', async (wrong) => {
    const { status, body } = await register(publicUrl(stage), { ...plainClient, ...wrong });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/)]);
  });

  test.each(['', '[]', '"x"', 'null', '{', '{"redirect_uris":'])('the body %j is refused', async (body) => {
    expect((await register(publicUrl(stage), body)).status).toBe(400);
  });

  test('metadata of many bytes is refused', async () => {
    const { status } = await register(publicUrl(stage), { ...plainClient, client_name: 'x'.repeat(60_000) });
    expect(status).toBe(413);
  });

  test('what a client leaves empty, or adds for other servers, does not matter', async () => {
    const odd = {
      ...plainClient,
      client_uri: '',
      logo_uri: null,
      tos_uri: 'not an address',
      scope: 'openid profile email offline_access',
      contacts: ['nobody'],
      default_max_age: -1,
      require_auth_time: 'yes',
      subject_type: 'pairwise',
      sector_identifier_uri: 'http://127.0.0.1:1/never-fetched',
      id_token_signed_response_alg: 'none',
      initiate_login_uri: 'javascript:alert(1)',
      software_id: 7,
      token_endpoint_auth_signing_alg: 'RS256',
      something_else: { deep: true },
    };
    const { status, body } = await register(publicUrl(stage), odd);
    expect(status).toBe(201);
    for (const name of ['scope', 'contacts', 'sector_identifier_uri', 'initiate_login_uri', 'something_else', 'software_id'])
      expect(body).not.toHaveProperty(name);
  });

  test('a name is kept as text, and nothing in it can hide or turn around', async () => {
    const baseUrl = publicUrl(stage);
    const names: readonly [string, string][] = [
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['Clau\u202Ede\u0000\u200B', 'Claude'],
      ['x'.repeat(500), 'x'.repeat(200)],
      ['   ', '127.0.0.1'],
    ];
    for (const [given, shown] of names) {
      const { body } = await register(baseUrl, { ...plainClient, client_name: given });
      const client = { clientId: body.client_id, redirectUri: 'http://127.0.0.1/callback' };
      const visit = await createBrowser().visit(authorizationUrl(baseUrl, requestOf(client, newPkce())));
      const { body: interaction } = await showInteraction(baseUrl, interactionIn(visit));
      expect(interaction.client).toMatchObject({
        id: client.clientId,
        name: shown,
        redirect_host: '127.0.0.1',
        is_loopback: true,
        is_verified: false,
      });
    }
  });

  test('is limited for each address', async () => {
    // Each process counts for itself.
    const { baseUrl } = stage.product;
    const address = { 'x-forwarded-for': '203.0.113.77' };
    const statuses: number[] = [];
    for (let at = 0; at < 101; at += 1) statuses.push((await register(baseUrl, '{}', address)).status);
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([400]));
    const refused = await register(baseUrl, plainClient, address);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await register(baseUrl, plainClient)).status).toBe(201);
  });
};
