import { describe, expect, test } from 'vitest';
import { normaliseClient } from './normalise-client.ts';

const normalised = (metadata: Record<string, unknown>): Record<string, unknown> => {
  const copy = structuredClone(metadata);
  normaliseClient(copy);
  return copy;
};

const web = { redirect_uris: ['https://a.example/cb'] };

describe('the kind of an application', () => {
  test.each([
    [['https://a.example/cb'], 'web'],
    [['http://localhost/cb'], 'native'],
    [['cursor://app/cb', 'https://a.example/cb', 'http://localhost:1/cb'], 'native'],
  ])('follows from its redirects %j', (uris, kind) => {
    expect(normalised({ redirect_uris: uris })['application_type']).toBe(kind);
    expect(normalised({ redirect_uris: uris, application_type: 'web' })['application_type']).toBe(kind);
  });
});

test('doing it again changes nothing', () => {
  const once = normalised({
    ...web,
    client_name: ' A\u202Epp ',
    grant_types: ['authorization_code', 'x'],
    scope: 'mcp',
    logo_uri: '',
    tos_uri: null,
  });
  expect(normalised(once)).toEqual(once);
  expect(once).toEqual({ ...web, application_type: 'web', client_name: 'App', grant_types: ['authorization_code'] });
});

test('grant and response types that are not offered are left out, unless none would be left', () => {
  expect(normalised({ ...web, grant_types: ['refresh_token', 'urn:x'] })['grant_types']).toEqual(['refresh_token']);
  expect(normalised({ ...web, grant_types: ['password'] })['grant_types']).toEqual(['password']);
  expect(normalised({ ...web, response_types: ['code', 'token'] })['response_types']).toEqual(['code']);
});

test.each(['javascript:alert(1)', 'data:image/png;base64,x', 'file:///x'])('a page or picture at %s is refused', (address) => {
  for (const name of ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri', 'jwks_uri']) {
    expect(() => normalised({ ...web, [name]: address })).toThrow(
      expect.objectContaining({ error: 'invalid_client_metadata', statusCode: 400 }),
    );
  }
});

test('nothing that would have the server ask around is kept', () => {
  expect(normalised({ ...web, sector_identifier_uri: 'https://inside.example/' })).not.toHaveProperty('sector_identifier_uri');
});

test.each([
  { software_id: 'a\u0000b' },
  { software_version: '\uD800' },
  { jwks: { keys: [{ kid: '\u0000' }] } },
  { client_uri: 'https://a.example/?\u0000' },
])('what cannot be stored is refused in %j', (more) => {
  expect(() => normalised({ ...web, ...more })).toThrow(expect.objectContaining({ error: 'invalid_client_metadata', statusCode: 400 }));
});

test('a backslash before the letters of an escape is none', () => {
  expect(normalised({ ...web, software_id: '\\u0000' })['software_id']).toBe('\\u0000');
});

test('the algorithm of a signature that is not asked for is left out', () => {
  const signing = { ...web, token_endpoint_auth_signing_alg: 'RS256' };
  expect(normalised({ ...signing, token_endpoint_auth_method: 'none' })).not.toHaveProperty('token_endpoint_auth_signing_alg');
  expect(normalised({ ...signing, token_endpoint_auth_method: 'private_key_jwt' })['token_endpoint_auth_signing_alg']).toBe('RS256');
});

test('a client that describes itself shares no secret', () => {
  const own = { ...web, client_id: 'https://a.example/client.json', token_endpoint_auth_method: 'client_secret_basic' };
  expect(normalised(own)['token_endpoint_auth_method']).toBe('none');
  expect(normalised({ ...own, token_endpoint_auth_method: 'private_key_jwt' })['token_endpoint_auth_method']).toBe('private_key_jwt');
  expect(normalised({ ...own, client_id: 'registered' })['token_endpoint_auth_method']).toBe('client_secret_basic');
});

test.each([[undefined], [[]], ['https://a.example'], [[7]], [Array.from({ length: 33 }, () => 'https://a.example/')]])(
  'redirects %j are refused',
  (redirectUris) => {
    expect(() => normalised({ redirect_uris: redirectUris })).toThrow(
      expect.objectContaining({ error: 'invalid_redirect_uri', statusCode: 400 }),
    );
  },
);
