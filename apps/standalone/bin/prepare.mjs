import { fileURLToPath } from 'node:url';
import { dependencyDigest, hasDeveloperInstall, installNeeded, readStamp, writeStamp } from './install-stamp.mjs';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { environmentWith, findTools } from './toolchain.mjs';

/** @typedef {import('./install-stamp.mjs').Scope} Scope */

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Makes this clone ready to run: a Node that runs the sources, and the packages of the lock file installed. When all of that is
 * there already, nothing is started and no network is touched.
 *
 * @param {Scope} wanted what has to be installed at least
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} the Node to run, and the environment in which its tools are found
 */
export async function prepare(wanted) {
  const digest = dependencyDigest(root);
  const scope = installNeeded({ wanted, digest, stamp: readStamp(root), developerInstall: hasDeveloperInstall(root) });
  const tools = await findTools(root, { pnpm: scope !== undefined });
  const env = environmentWith(tools);
  if (scope !== undefined && tools.pnpm !== undefined) {
    await install({ pnpm: tools.pnpm, env, scope });
    writeStamp(root, { scope, digest });
  }
  return { node: tools.node, env };
}

/** @param {{ pnpm: string, env: NodeJS.ProcessEnv, scope: Scope }} job */
async function install({ pnpm, env, scope }) {
  say('Installing packages (only when the lock file has changed).');
  const started = Date.now();
  const code = await runChild(pnpm, installArguments(scope), { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (code !== 0) process.exit(code);
  say(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * @param {Scope} scope
 * @returns {string[]}
 */
function installArguments(scope) {
  return [
    'install',
    '--frozen-lockfile',
    ...(scope === 'standalone' ? ['--prod', '--filter-prod', '@cairn/standalone...'] : []),
    // Releases are held back when the lock file is made. Asking the registry about each locked entry again triples the requests.
    '--config.minimum-release-age=0',
    '--config.confirm-modules-purge=false',
  ];
}
