import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const binaries = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
const withinMs = 60_000;

/** Where a command that the suites depend on is installed. */
export const binary = (name: string): string => join(binaries, name);

/** Runs such a command to its end, with a home folder of its own. */
export async function runCli(name: string, args: readonly string[]): Promise<CliRun> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-cli-'));
  const child = spawn(binary(name), args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: home }, timeout: withinMs });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Empty for a run that succeeded. */
export function failureOf({ code, stdout, stderr }: CliRun): string {
  return code === 0 ? '' : `exit ${code}\n${stdout}\n${stderr}`;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
