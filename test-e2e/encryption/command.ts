import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs one of the operator's commands; what it prints. */
export async function command(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const args = ['--conditions=@cairn/source', `apps/standalone/src/${name}.ts`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { PATH, HOME, ...env } });
  return stdout;
}
