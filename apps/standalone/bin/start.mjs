// `npm start`: plain JavaScript without dependencies, since it runs before anything is installed, on Node 18 and later.
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { endAsTold } from './told-to-end.mjs';

// With the young generation that Node takes by itself the process is 50 MB larger once it idles.
const OPTIONS = ['--conditions=@cairn/source', '--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];

endAsTold();
try {
  const { node, env } = await prepare('standalone');
  const main = join(root, 'apps', 'standalone', 'src', 'main.ts');
  process.exitCode = await runChild(node, [...OPTIONS, main, ...process.argv.slice(2)], {
    // Compiled sources are kept: they are half of a later start.
    env: { ...env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') },
    // The channel is there so that the product sees this process die; nothing is sent on it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
