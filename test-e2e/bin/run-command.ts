import { spawn } from 'node:child_process';

export type CommandResult = { readonly code: number; readonly seconds: number; readonly output: string };

/**
 * Runs a command to its end, keeping what it prints.
 *
 * @param signal ends it with SIGTERM
 */
export async function runQuietly(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const chunks: Buffer[] = [];
  const result = await run(command, args, options, (chunk) => chunks.push(chunk));
  return { ...result, output: Buffer.concat(chunks).toString() };
}

/** Runs a command to its end, printing what it prints. */
export async function runLoudly(command: string, args: readonly string[], options: CommandOptions): Promise<Omit<CommandResult, 'output'>> {
  return await run(command, args, options);
}

type CommandOptions = { readonly cwd: string; readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal };

function run(command: string, args: readonly string[], options: CommandOptions, onOutput?: (chunk: Buffer) => void) {
  const { cwd, environment, signal } = options;
  const started = performance.now();
  return new Promise<Omit<CommandResult, 'output'>>((resolve, reject) => {
    const stdio = onOutput === undefined ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, env: environment, signal, killSignal: 'SIGTERM', stdio: ['ignore', stdio, stdio] });
    if (onOutput !== undefined) {
      child.stdout?.on('data', onOutput);
      child.stderr?.on('data', onOutput);
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, seconds: (performance.now() - started) / 1000 }));
  });
}
