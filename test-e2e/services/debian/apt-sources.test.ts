import { expect, test } from 'vitest';
import { findDebianMirrors } from './apt-sources.ts';

test('a deb822 file with an archive and security updates gives both', () => {
  const text = `Types: deb deb-src
# a comment
URIs: http://mirror.test/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://mirror.test/debian-security
Suites: bookworm-security
Components: main
`;
  expect(findDebianMirrors([text])).toEqual({ archive: 'http://mirror.test/debian', security: 'http://mirror.test/debian-security' });
});

test('one-line sources with options give the same', () => {
  const text = `# deb http://old.test/debian bookworm main
deb [arch=amd64 signed-by=/k.gpg] https://mirror.test/debian/ trixie main contrib
deb https://security.test/ trixie-security main
`;
  expect(findDebianMirrors(['', text])).toEqual({ archive: 'https://mirror.test/debian/', security: 'https://security.test/' });
});

test('sources of other distributions and vendors give none', () => {
  const ubuntu = 'Types: deb\nURIs: http://archive.test/ubuntu\nSuites: noble noble-updates\nComponents: main\n';
  const vendor = 'deb https://vendor.test/node nodistro main\n';
  expect(findDebianMirrors([ubuntu, vendor])).toBeUndefined();
});

test('stanzas that are switched off or hold sources only do not count', () => {
  const off = 'Enabled: no\nTypes: deb\nURIs: http://mirror.test/debian\nSuites: bookworm\n';
  const sources = 'Types: deb-src\nURIs: http://mirror.test/debian\nSuites: bookworm\n';
  expect(findDebianMirrors([off, sources])).toBeUndefined();
});

test('a list of mirrors that apt chooses from is passed on as it is', () => {
  const text = 'Types: deb\nURIs: mirror+file:///etc/apt/mirrors/debian.list\nSuites: trixie\n\n';
  expect(findDebianMirrors([text])).toEqual({ archive: 'mirror+file:///etc/apt/mirrors/debian.list', security: undefined });
});
