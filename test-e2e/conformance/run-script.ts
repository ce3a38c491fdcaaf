import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const require = createRequire(import.meta.url);
const withinMs = 60_000;

/** Scripts of the commands that the suites run. */
export const scripts = {
  conformance: require.resolve('@modelcontextprotocol/conformance/dist/index.js'),
  inspector: require.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  mcpRemote: require.resolve('mcp-remote/dist/proxy.js'),
} as const;

/** Runs one of them to its end, with a home folder of its own. */
export async function runScript(script: string, args: readonly string[]): Promise<CliRun> {
  const home = await mkdtemp(join(tmpdir(), 'cairn-cli-'));
  const env = { ...process.env, HOME: home };
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env, timeout: withinMs });
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
