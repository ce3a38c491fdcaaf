import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type CommandResult = { readonly code: number; readonly seconds: number; readonly output: string };

type CommandOptions = {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the command and all that it started. */
  readonly signal: AbortSignal;
};

/** What is left of a command this long after it was told to end is killed. */
const GRACE_MS = 3000;

/** Runs a command to its end, keeping what it prints. Rejects when it can't start or is aborted. */
export async function runQuietly(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const chunks: Buffer[] = [];
  const result = await run(command, args, { ...options, onOutput: (chunk) => chunks.push(chunk) });
  return { ...result, output: Buffer.concat(chunks).toString() };
}

/** Runs a command to its end, printing what it prints. Rejects as `runQuietly` does. */
export async function runLoudly(command: string, args: readonly string[], options: CommandOptions): Promise<Omit<CommandResult, 'output'>> {
  return await run(command, args, options);
}

type RunOptions = CommandOptions & { readonly onOutput?: (chunk: Buffer) => void };

async function run(command: string, args: readonly string[], { cwd, environment, signal, onOutput }: RunOptions) {
  signal.throwIfAborted();
  const started = performance.now();
  const output = onOutput === undefined ? 'inherit' : 'pipe';
  // A process group of its own, so that the processes that tests start can be ended with it.
  const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', output, output], detached: true });
  if (onOutput !== undefined) {
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
  }
  const end = () => child.pid !== undefined && endGroup(child.pid);
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code]: unknown[] = await once(child, 'close');
    signal.throwIfAborted();
    return { code: typeof code === 'number' ? code : 1, seconds: (performance.now() - started) / 1000 };
  } finally {
    signal.removeEventListener('abort', end);
    if (signal.aborted && child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  }
}

function endGroup(leader: number): void {
  signalGroup(leader, 'SIGTERM');
  setTimeout(() => signalGroup(leader, 'SIGKILL'), GRACE_MS).unref();
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nobody of the group is left.
  }
}
