import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runsTypeScript } from './node-version.mjs';
import { say } from './say.mjs';

/** @typedef {{ node?: string, pnpm?: string }} Tools paths of executables */

const run = promisify(execFile);
const PNPM_MAJOR = '12';
const NODE_PACKAGE = 'node@24';
// What another clone fetched will do; and a machine without a network learns so in seconds, not minutes.
const NPX_OPTIONS = ['--yes', '--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000', '--loglevel=error'];
const PNPM_PACKAGE = `pnpm@${PNPM_MAJOR}`;

/**
 * The Node and, when asked for, the pnpm that the project runs on: those of this machine where they are new enough, else ones from
 * the npm registry. The paths of brought ones are remembered in `<root>/.cache/toolchain.json`, so that npx is asked once.
 *
 * @param {string} root folder of the repository
 * @param {{ pnpm: boolean }} needs
 * @returns {Promise<Tools & { node: string }>}
 */
export async function findTools(root, needs) {
  const remembered = readRemembered(root);
  const found = {
    node: runsTypeScript(process.versions.node) ? process.execPath : usable(remembered.node),
    pnpm: needs.pnpm ? ((await findOnPath()) ?? usable(remembered.pnpm)) : undefined,
  };
  const missing = { node: found.node === undefined, pnpm: needs.pnpm && found.pnpm === undefined };
  const brought = missing.node || missing.pnpm ? await bring(missing) : {};
  if (brought.node !== undefined || brought.pnpm !== undefined) remember(root, { ...remembered, ...brought });
  const node = found.node ?? brought.node;
  const pnpm = found.pnpm ?? brought.pnpm;
  if (node === undefined) throw new Error(`npx brought no ${NODE_PACKAGE}`);
  return pnpm === undefined ? { node } : { node, pnpm };
}

/**
 * The environment in which scripts of the tools find the same Node and pnpm first.
 *
 * @param {Tools} tools
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWith(tools) {
  const folders = [tools.node, tools.pnpm].flatMap((path) => (path === undefined ? [] : [dirname(path)]));
  return { ...process.env, PATH: [...new Set(folders), process.env['PATH'] ?? ''].join(delimiter) };
}

/** @returns {Promise<string | undefined>} */
async function findOnPath() {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = usable(join(folder, 'pnpm'));
    if (path === undefined) continue;
    // Asked from a neutral folder: in this one, a pnpm of another version may go and fetch the version that package.json names.
    const version = await run(path, ['--version'], { cwd: tmpdir(), timeout: 10_000 }).catch(() => ({ stdout: '' }));
    return version.stdout.startsWith(`${PNPM_MAJOR}.`) ? path : undefined;
  }
  return undefined;
}

/**
 * @param {{ node: boolean, pnpm: boolean }} missing
 * @returns {Promise<Tools>}
 */
async function bring(missing) {
  const packages = [...(missing.node ? [NODE_PACKAGE] : []), ...(missing.pnpm ? [PNPM_PACKAGE] : [])];
  say(`Fetching ${packages.join(' and ')} from the npm registry (this machine has Node ${process.versions.node}), once.`);
  const script = [...(missing.node ? ['node -p process.execPath'] : []), ...(missing.pnpm ? ['command -v pnpm'] : [])].join(' && ');
  const paths = await run('npx', [...NPX_OPTIONS, ...packages.flatMap((name) => ['-p', name]), '-c', script], { cwd: tmpdir() })
    .then(({ stdout }) => stdout.trim().split('\n').map(usable))
    .catch((cause) => {
      throw new Error(
        `Could not fetch ${packages.join(' and ')}: ${cause.message}\nOr install Node 24 and pnpm ${PNPM_MAJOR} on this machine.`,
      );
    });
  const [first, second] = paths;
  const tools = missing.node ? { node: first, pnpm: second } : { pnpm: first };
  return /** @type {Tools} */ (Object.fromEntries(Object.entries(tools).filter(([, path]) => path !== undefined)));
}

/**
 * @param {string | undefined} path
 * @returns {string | undefined} the path, if it is an executable
 */
function usable(path) {
  if (path === undefined || path === '') return undefined;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @returns {Tools}
 */
function readRemembered(root) {
  try {
    return JSON.parse(readFileSync(join(root, '.cache', 'toolchain.json'), 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {string} root
 * @param {Tools} tools
 */
function remember(root, tools) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', 'toolchain.json'), `${JSON.stringify(tools, null, 2)}\n`);
}
