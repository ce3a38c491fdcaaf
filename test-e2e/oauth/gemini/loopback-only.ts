import { spawn, spawnSync } from 'node:child_process';

/** Brings the loopback interface up, where no program of the machine for that can be counted on: SIOCSIFFLAGS with UP and RUNNING. */
const loopbackUp = "perl -MSocket -e 'socket($s, AF_INET, SOCK_DGRAM, 0) && ioctl($s, 0x8914, pack(q(a16sx22), q(lo), 0x41)) or die $!'";

const withinMs = 110_000;

export interface ScriptRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of the suites where there is no network but a loopback interface of its own; without that where the kernel lets this
 * user make no network namespace.
 */
export async function runLoopbackOnly(script: string): Promise<ScriptRun> {
  const command = [process.execPath, '--conditions=@cairn/source', script];
  const [program = '', ...args] = mayIsolate() ? isolated(command) : command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: withinMs, killSignal: 'SIGKILL' });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Whether this user may make a network namespace here. */
export function mayIsolate(): boolean {
  const [program = '', ...args] = isolated(['true']);
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function isolated(command: readonly string[]): readonly string[] {
  // Root needs no user namespace, which some kernels refuse.
  const kind = process.getuid?.() === 0 ? '-n' : '-rn';
  // A process namespace as well, so that nothing is left behind of a script that had to be killed.
  return ['unshare', kind, '--pid', '--fork', '--kill-child', 'sh', '-c', `${loopbackUp} && exec "$@"`, 'sh', ...command];
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
