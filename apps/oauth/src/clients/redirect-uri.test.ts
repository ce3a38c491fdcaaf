import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopbackRedirect, isNativeRedirect, redirectHost, redirectUriFault } from './redirect-uri.ts';

test.each([
  ['https://claude.ai/api/mcp/auth_callback', false, false, 'claude.ai'],
  ['https://a.example:444/cb?x=1', false, false, 'a.example:444'],
  ['http://127.0.0.1/callback', true, true, '127.0.0.1'],
  ['http://localhost:57470/callback', true, true, 'localhost:57470'],
  ['http://[::1]:1/', true, true, '[::1]:1'],
  ['HTTP://LOCALHOST/cb', true, true, 'localhost'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', true, false, 'cursor://anysphere.cursor-mcp'],
  ['com.example.app:/callback', true, false, 'com.example.app:'],
])('%s can be one', (uri, isNative, isLoopback, host) => {
  expect(redirectUriFault(uri)).toBeUndefined();
  expect([isNativeRedirect(uri), isLoopbackRedirect(uri), redirectHost(uri)]).toEqual([isNative, isLoopback, host]);
});

describe('what no redirect URI may be', () => {
  test('plain HTTP anywhere but on this machine, however its host is written', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
    );
    fc.assert(
      fc.property(host, fc.constantFrom('', ':80', ':8080'), (name, port) => {
        fc.pre(!['localhost', '127.0.0.1', '[::1]'].includes(name));
        expect(redirectUriFault(`http://${name}${port}/cb`)).toBeDefined();
      }),
    );
  });

  test('a name of this machine inside another', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('localhost', '127.0.0.1', '[::1]'),
        fc.constantFrom('.', '@', '%2e', '\\', ':80@', '%00', 'x'),
        (name, glue) => {
          expect(redirectUriFault(`http://${name}${glue}evil.example/cb`)).toBeDefined();
        },
      ),
    );
  });

  test.each([
    'sms:1',
    'ms-msdt:/id',
    'ms-word:ofe',
    'search-ms:/x',
    'feed:javascript:alert(1)',
    'cid:x',
    'resource://x',
    'urn:ietf:wg:oauth:2.0:oob',
    'shell:startup',
    'ssh://a.example',
    'app:callback',
    'app:',
    'app:///callback',
    'app:/',
  ])('%s, which no app listens at', (uri) => expect(redirectUriFault(uri)).toBeDefined());

  test.each(['https:a.example/cb', 'https:///cb', 'https:/a.example/cb', 'https://?x', 'https://*.a.example/cb', 'HTTPS:a.example'])(
    '%s, which does not say its host plainly',
    (uri) => expect(redirectUriFault(uri)).toBeDefined(),
  );

  test('anything with a fragment, or in characters that browsers read in ways of their own', () => {
    for (const uri of ['https://a.example/#', 'cursor://a/#x', 'https://a.example/ä', 'https://a.example/ x', '\u0000https://a.example/']) {
      expect(redirectUriFault(uri)).toBeDefined();
    }
  });
});
