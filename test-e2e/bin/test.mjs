// `npm test`: plain JavaScript without dependencies, since it runs before anything is installed, on Node 18 and later.
import { join } from 'node:path';
// @boundaries-ignore packages can't be imported by name before they are installed, and both commands set up in the same way
import { prepare, root } from '../../apps/standalone/bin/prepare.mjs';
// @boundaries-ignore as above
import { runChild } from '../../apps/standalone/bin/run-child.mjs';

try {
  const { node, env } = await prepare('full');
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'test-e2e', 'bin', 'run.ts'), ...process.argv.slice(2)];
  process.exitCode = await runChild(node, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
