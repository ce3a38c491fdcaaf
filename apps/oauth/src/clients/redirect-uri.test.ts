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
  ['windsurf://codeium.windsurf/oauth-callback', true, false, 'windsurf://codeium.windsurf'],
  ['vscode://publisher.extension/callback', true, false, 'vscode://publisher.extension'],
  ['vscode-insiders://publisher.extension/callback', true, false, 'vscode-insiders://publisher.extension'],
  ['claude://claude.ai/callback', true, false, 'claude://claude.ai'],
  ['zed://oauth/callback', true, false, 'zed://oauth'],
  ['trae://oauth/callback', true, false, 'trae://oauth'],
  ['app:/callback', true, false, 'app:'],
  ['com.example.app:/callback', true, false, 'com.example.app:'],
  ['COM.Example.my-app://callback', true, false, 'com.example.my-app://callback'],
  ['social.example:/callback', true, false, 'social.example:'],
  ['xn--p1ai.xn--e1afmkfd.app:/callback', true, false, 'xn--p1ai.xn--e1afmkfd.app:'],
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

  const ofSystems =
    'about afp blob callto chrome chrome-extension cid data dav dict dns facetime feed file filesystem ftp git gopher hcp help imap intent irc ' +
    'itms-services jar javascript ldap livescript magnet mailto message mhtml mid mocha moz-extension ms-msdt ms-settings.network ms-word news ' +
    'nfs nntp rdp res resource rtsp search search-ms sftp shell shortcuts sip skype smb sms ssh svn tel telnet tftp urn vbscript view-source ' +
    'vnc webcal ws wss x-apple.systempreferences x-help-action xmpp z39.50 cifs applescript microsoft-edge onenote com.apple.systempreferences ' +
    'git+ssh svn+ssh explorer.exe jnlp davs trash help-viewer';

  test.each(ofSystems.split(' '))('an address of %s:, which a system or a browser opens by itself', (scheme) => {
    for (const uri of [`${scheme}://x/y`, `${scheme}:/x/y`, `${scheme}:x`, `${scheme.toUpperCase()}://x/y`]) {
      expect(redirectUriFault(uri)).toContain('com.example.app:/callback');
    }
  });

  test.each([
    'feed:javascript:alert(1)',
    'urn:ietf:wg:oauth:2.0:oob',
    'com.example..app:/cb',
    'com.:/cb',
    'com.example.-:/cb',
    'c.example:/cb',
    'com+example.app:/cb',
    'com.example.app:callback',
    'com.example.app:',
    'com.example.app:///callback',
    'com.example.app:/',
    'cursor:callback',
    'cursor:///callback',
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
