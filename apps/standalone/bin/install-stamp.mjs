import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is installed: `standalone` is what the product needs to run, `full` is everything, as a developer needs it.
 *
 * @typedef {'standalone' | 'full'} Scope
 * @typedef {{ scope: Scope, digest: string }} Stamp
 */

/**
 * A digest over all that decides what an install lays down: the lock file, the workspace's settings, every package.json and the
 * platform (one folder may be seen by two machines).
 *
 * @param {string} root folder of the repository
 * @returns {string}
 */
export function dependencyDigest(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of dependencyFiles(root)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * The install to make now, if any.
 *
 * A full install is never followed by a smaller one: pnpm would take a developer's tools away.
 *
 * @param {{ wanted: Scope, digest: string, stamp: Stamp | undefined, developerInstall: boolean }} state
 *   `stamp` tells of the last install made by these scripts, `developerInstall` whether what is there has the developers' tools
 * @returns {Scope | undefined}
 */
export function installNeeded({ wanted, digest, stamp, developerInstall }) {
  const covers = stamp !== undefined && (stamp.scope === 'full' || wanted === 'standalone');
  if (covers && stamp.digest === digest) return undefined;
  return developerInstall ? 'full' : wanted;
}

/**
 * @param {string} root
 * @returns {Stamp | undefined} undefined when nothing is installed, or not by these scripts
 */
export function readStamp(root) {
  if (!existsSync(join(root, 'apps', 'standalone', 'node_modules'))) return undefined;
  return readJson(stampPath(root));
}

/**
 * @param {string} root
 * @param {Stamp} stamp
 */
export function writeStamp(root, stamp) {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  const draft = `${stampPath(root)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(stamp));
  renameSync(draft, stampPath(root));
}

/**
 * Whether `node_modules` was laid by an install with the developers' tools, ours or one made by hand.
 *
 * @param {string} root
 * @returns {boolean}
 */
export function hasDeveloperInstall(root) {
  return readJson(join(root, 'node_modules', '.modules.yaml'))?.included?.devDependencies === true;
}

/**
 * @param {string} root
 * @returns {string[]} paths from the root, in a fixed order
 */
function dependencyFiles(root) {
  const packages = ['packages', 'apps'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)));
  const manifests = [...packages, 'test-e2e', '.']
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)));
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare -- Node 18 has no toSorted; by code unit is right
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests.sort()];
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'node_modules', '.cairn-install.json');
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
