import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dependencyDigest, hasDeveloperInstall, installNeeded, readStamp, writeStamp } from './install-stamp.mjs';

/**
 * @typedef {import('./install-stamp.mjs').Scope} Scope
 * @typedef {import('./install-stamp.mjs').Stamp} Stamp
 */

const digest = 'now';
/** @type {Stamp} */
const standalone = { scope: 'standalone', digest };
/** @type {Stamp} */
const full = { scope: 'full', digest };

describe('the install to make', () => {
  /** @type {[title: string, wanted: Scope, stamp: Stamp | undefined, developerInstall: boolean, expected: Scope | undefined][]} */
  const cases = [
    ['a fresh clone that starts takes the small install', 'standalone', undefined, false, 'standalone'],
    ['a fresh clone that tests takes the full install', 'full', undefined, false, 'full'],
    ['a later start takes none', 'standalone', standalone, false, undefined],
    ['a later test takes none', 'full', full, true, undefined],
    ['a start after a test takes none', 'standalone', full, true, undefined],
    ['a test after a start takes the full install', 'full', standalone, false, 'full'],
    ['a start after the lock file changed takes the small install', 'standalone', { ...standalone, digest: 'before' }, false, 'standalone'],
    ['a start after the lock file changed keeps the tools of a full install', 'standalone', { ...full, digest: 'before' }, true, 'full'],
    ['a start after an install made by hand keeps its tools', 'standalone', undefined, true, 'full'],
    ['a start after a small install made larger by hand keeps its tools', 'standalone', { ...standalone, digest: 'before' }, true, 'full'],
  ];
  test.each(cases)('%s', (_title, wanted, stamp, developerInstall, expected) => {
    expect(installNeeded({ wanted, digest, stamp, developerInstall })).toBe(expected);
  });
});

describe('a clone', () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cairn-stamp-'));
    for (const folder of ['packages/core', 'apps/standalone', 'test-e2e']) mkdirSync(join(root, folder), { recursive: true });
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'packages/core/package.json', 'test-e2e/package.json']) {
      writeFileSync(join(root, file), '{}');
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'packages/core/package.json', 'test-e2e/package.json'])(
    'has another digest once %s changes',
    (file) => {
      const before = dependencyDigest(root);
      expect(dependencyDigest(root)).toBe(before);
      writeFileSync(join(root, file), '{ }');
      expect(dependencyDigest(root)).not.toBe(before);
    },
  );

  test('has another digest once a package is added', () => {
    const before = dependencyDigest(root);
    writeFileSync(join(root, 'apps/standalone/package.json'), '{}');
    expect(dependencyDigest(root)).not.toBe(before);
  });

  test('has no stamp before an install, and the one written after it', () => {
    expect(readStamp(root)).toBeUndefined();
    mkdirSync(join(root, 'apps/standalone/node_modules'));
    writeStamp(root, standalone);
    expect(readStamp(root)).toEqual(standalone);
  });

  test('has no stamp when the packages of the app were removed', () => {
    writeStamp(root, standalone);
    expect(readStamp(root)).toBeUndefined();
  });

  test('counts as a developer install by what pnpm wrote down', () => {
    expect(hasDeveloperInstall(root)).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.modules.yaml'), JSON.stringify({ included: { dependencies: true, devDependencies: false } }));
    expect(hasDeveloperInstall(root)).toBe(false);
    writeFileSync(join(root, 'node_modules/.modules.yaml'), JSON.stringify({ included: { dependencies: true, devDependencies: true } }));
    expect(hasDeveloperInstall(root)).toBe(true);
  });
});
