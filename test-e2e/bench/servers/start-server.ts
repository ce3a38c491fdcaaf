import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly port: number;
  readonly pid: number;
  /** Requests that Redis counted for its limit so far; absent when it counts for itself. */
  readonly counted?: () => Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** A file of this folder's parent. */
  readonly file: string;
  readonly settings?: object;
  /** Where to write a CPU profile when it ends. */
  readonly profileDir?: string | undefined;
}

/** Starts a server that is measured, as a process of its own. */
export async function startServer({ file, settings = {}, profileDir }: ServerOptions): Promise<BenchServer> {
  const profiling =
    profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${file}.${Date.now()}.cpuprofile`];
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [JSON.stringify(settings)], {
    execArgv: ['--conditions=@cairn/source', ...profiling],
    // Logs are written, as in production, and not read.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit').then(() => undefined);
  const said = await Promise.race([once(child, 'message'), exited]);
  if (!said) throw new Error(`${file} ended before it listened`);
  const [{ port }] = said as [{ port: number }];
  return {
    port,
    pid: child.pid as number,
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
