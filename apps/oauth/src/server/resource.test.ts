import { expect, test } from 'vitest';
import { addressesOf, consentPage } from './addresses.ts';
import { normaliseAuthorizationRequest, normaliseTokenRequest } from './authorization-request.ts';
import { canonicalResource } from './resource.ts';

const addresses = addressesOf({ baseUrl: 'https://cairn.example', appUrl: 'https://app.example' });
const under = addressesOf({ baseUrl: 'https://host.example/cairn', appUrl: 'https://app.example' });

test.each([
  'https://cairn.example',
  'https://cairn.example/',
  'https://cairn.example/mcp',
  'https://cairn.example/mcp/',
  'HTTPS://CAIRN.EXAMPLE:443/mcp',
])('%s is the resource', (spelling) => {
  expect(canonicalResource(spelling, addresses)).toBe('https://cairn.example/mcp');
  expect(canonicalResource([spelling, 'https://cairn.example/mcp'], addresses)).toBe('https://cairn.example/mcp');
});

test.each([
  'https://cairn.example/other',
  'https://cairn.example/mcp?x',
  'https://cairn.example/mcp#f',
  'http://cairn.example/mcp',
  'x',
  '',
  undefined,
  7,
])('%j is left as it is', (other) => {
  expect(canonicalResource(other, addresses)).toBe(other);
});

test('two resources stay two', () => {
  expect(canonicalResource(['https://cairn.example', 'https://b.example/'], addresses)).toEqual([
    'https://cairn.example/mcp',
    'https://b.example/',
  ]);
});

test('a service under a path has its resource there', () => {
  expect([under.resource, under.basePath, addresses.basePath]).toEqual(['https://host.example/cairn/mcp', '/cairn', '']);
  expect(canonicalResource('https://host.example/cairn/', under)).toBe(under.resource);
  expect(canonicalResource('https://host.example/', under)).toBe('https://host.example/');
});

test('a request is always for the one scope, and says nothing that needs an identity', () => {
  const query = {
    client_id: 'c',
    scope: 'openid',
    nonce: 'n',
    max_age: '0',
    claims: '{}',
    prompt: 'login',
    state: 's',
    resource: 'https://cairn.example/',
  };
  expect(normaliseAuthorizationRequest(query, addresses)).toEqual({
    client_id: 'c',
    scope: 'mcp',
    state: 's',
    resource: addresses.resource,
  });
  expect(normaliseAuthorizationRequest({ prompt: 'none' }, addresses)).toEqual({ prompt: 'none', scope: 'mcp' });
});

test('a form without a resource is left byte for byte', () => {
  expect(normaliseTokenRequest('a=%20b&&c', addresses)).toBe('a=%20b&&c');
  expect(normaliseTokenRequest('code=a%2Bb&resource=https%3A%2F%2Fcairn.example', addresses)).toBe(
    'code=a%2Bb&resource=https%3A%2F%2Fcairn.example%2Fmcp',
  );
});

test('the consent page is told of the interaction, and of what went wrong', () => {
  expect(consentPage(addresses, 'a b')).toBe('https://app.example/oauth/consent?interaction=a+b');
  expect(consentPage(addresses, 'u', 'expired')).toBe('https://app.example/oauth/consent?interaction=u&error=expired');
});
