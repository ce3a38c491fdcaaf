import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Has a shell script run once this process is gone, however it went: by its end, an exception, or `kill -9`. A server left behind
 * would hold its port and its data until somebody looks.
 *
 * @returns takes the order back
 */
export function whenThisProcessIsGone(script: string, args: readonly string[]): () => void {
  // The shell reads a pipe that only this process holds open; it ends when we do. Ctrl-C must not reach the shell itself.
  const shell = spawn('sh', ['-c', `cat >/dev/null; ${script}`, 'cairn-watchdog', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  });
  shell.unref();
  // Neither must keep this process alive.
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => shell.kill('SIGKILL');
}
