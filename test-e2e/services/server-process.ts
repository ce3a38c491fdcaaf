import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverAccount } from './account.ts';
import type { Service } from './service.ts';
import { until } from './until.ts';
import { whenThisProcessIsGone } from './watchdog.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;
const LOG_TAIL = 2000;

type ServerDescription = {
  readonly url: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Temporary folder that holds all that the server writes; it goes with the service. */
  readonly folder: string;
  /** Lays what the server needs in the folder, before its first start. */
  readonly prepare?: () => Promise<void>;
  /** Asks for an orderly shutdown. */
  readonly stopSignal: NodeJS.Signals;
  /** Resolves when the server answers. */
  readonly ready: () => Promise<void>;
};

/** Starts a server as a process of this machine and resolves once it answers. */
export async function startServerProcess(description: ServerDescription): Promise<Service> {
  const { folder, stopSignal, url } = description;
  const pidFile = join(folder, 'server.pid');
  const disarm = whenThisProcessIsGone(
    // Twice, since the processes of a server that was just killed may still be writing.
    'kill -9 "$(cat "$1/server.pid")"; rm -rf "$1" || { sleep 1; rm -rf "$1"; }',
    [folder],
  );
  let running: ChildProcess | undefined;

  const start = async () => {
    const child = await launch(description);
    running = child;
    writeFileSync(pidFile, String(child.pid));
    // Once it is gone its number may be another's, whom the watchdog must not kill.
    child.once('exit', () => rmSync(pidFile, { force: true }));
    try {
      await until(description.ready, { timeoutMs: START_TIMEOUT_MS, gaveUp: () => whyEnded(child, folder) });
    } catch (error) {
      await end('SIGKILL');
      throw error;
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const child = running;
    running = undefined;
    if (child !== undefined) await endProcess(child, signal);
  };
  const service: Service = {
    url,
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end(stopSignal);
      // After a kill the server's other processes take a moment to notice, and hold the data until then.
      await until(start, { timeoutMs: START_TIMEOUT_MS });
    },
    pause: async () => signalAll(running, 'SIGSTOP'),
    resume: async () => signalAll(running, 'SIGCONT'),
    remove: async () => {
      signalAll(running, 'SIGCONT');
      await end(stopSignal);
      disarm();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await description.prepare?.();
    await start();
  } catch (error) {
    await service.remove();
    throw error;
  }
  return service;
}

/** The server and the processes that it made. */
function signalAll(server: ChildProcess | undefined, signal: NodeJS.Signals): void {
  const { pid } = server ?? {};
  if (pid === undefined) return;
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, signal);
    } catch {
      // It ended meanwhile.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

async function launch({ command, args, folder }: ServerDescription): Promise<ChildProcess> {
  const log = openSync(join(folder, 'server.log'), 'a');
  try {
    // Detached: Ctrl-C in the terminal is for the one who started it, who then stops the server in order.
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', log, log], detached: true, ...serverAccount() });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function whyEnded(child: ChildProcess, folder: string): string | undefined {
  if (child.exitCode === null && child.signalCode === null) return undefined;
  return `the server ended while starting:\n${readFileSync(join(folder, 'server.log'), 'utf8').slice(-LOG_TAIL)}`;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.ref();
  child.kill(signal);
  const lastResort = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(lastResort);
}
