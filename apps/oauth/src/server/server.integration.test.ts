import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestOauth } from '../testing/oauth.ts';
import type { TestOauth } from '../testing/oauth.ts';

describe('a service under a path of its host, behind a proxy that takes the path off', () => {
  let oauth: TestOauth;
  beforeAll(async () => {
    oauth = await createTestOauth({ baseUrl: 'https://host.example/cairn' });
  });
  afterAll(() => oauth.close());

  test('tells addresses with the path', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/.well-known/oauth-authorization-server/cairn',
      '/.well-known/openid-configuration/cairn',
    ]) {
      const { statusCode, body } = await oauth.get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(JSON.parse(body)).toMatchObject({
        issuer: 'https://host.example/cairn',
        authorization_endpoint: 'https://host.example/cairn/oauth/authorize',
        token_endpoint: 'https://host.example/cairn/oauth/token',
        jwks_uri: 'https://host.example/cairn/oauth/jwks',
      });
    }
  });

  test('ties its cookies to the path, and to https', async () => {
    const registered = await oauth.post(
      '/oauth/register',
      'application/json',
      JSON.stringify({ redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'none' }),
    );
    const { client_id: clientId } = JSON.parse(registered.body);
    const { headers } = await oauth.authorize({ client_id: clientId, redirect_uri: 'https://a.example/cb' });
    const cookies = [headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBe(4);
    for (const cookie of cookies) expect(cookie).toMatch(/; path=\/cairn\/oauth.*; secure; httponly/i);
    expect(headers.location).toMatch(/^https:\/\/host\.example\/cairn\/oauth\/consent\?interaction=/);
  });
});

test('while the database is away, apps are told so, and when to try again', async () => {
  const oauth = await createTestOauth();
  try {
    const client = JSON.stringify({ redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'none' });
    const { client_id: clientId } = JSON.parse((await oauth.post('/oauth/register', 'application/json', client)).body);
    await oauth.loseDatabase();
    const told = { error: 'temporarily_unavailable', error_description: expect.stringContaining('try again') };
    const form = 'application/x-www-form-urlencoded';
    for (const answer of [
      await oauth.post('/oauth/register', 'application/json', client),
      await oauth.post('/oauth/revoke', form, `client_id=${clientId}&token=cairn_at_${'x'.repeat(43)}`),
    ])
      expect([answer.statusCode, answer.headers['retry-after'], JSON.parse(answer.body)]).toEqual([503, '1', told]);
    const page = await oauth.get(`/oauth/authorize?client_id=${clientId}&response_type=code`, { accept: 'text/html' });
    expect([page.statusCode, page.headers['retry-after'], page.body]).toEqual([
      503,
      '1',
      expect.stringContaining('temporarily_unavailable'),
    ]);
  } finally {
    await oauth.close();
  }
});
