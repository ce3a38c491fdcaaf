import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { watchPackageManager } from './package-manager-watch.mjs';

/** @typedef {import('node:child_process').StdioOptions} StdioOptions */

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

// A served process drains within 10 s; one that takes longer than this after its package manager died will not end by itself.
const LAST_RESORT_MS = 15_000;

/**
 * Runs one child to its end in this process's place: SIGINT, SIGTERM and SIGHUP are passed on, and the child is told to stop
 * (SIGTERM) when the package manager that started this process dies without a word.
 *
 * A child that is given an `'ipc'` slot can see this process itself die by `kill -9`: its channel then emits `disconnect`, which
 * it must take as SIGTERM. Ctrl-C in a terminal reaches the child both directly and passed on from here, so a child must take
 * repeated signals as one.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ stdio: StdioOptions, env?: NodeJS.ProcessEnv, cwd?: string }} options
 * @returns {Promise<number>} the child's exit code, or 128 + n when signal n ended it
 */
export async function runChild(command, args, options) {
  const child = spawn(command, args, options);
  const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  const stopWatching = watchPackageManager(() => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), LAST_RESORT_MS).unref();
  });
  try {
    return await exitCode(child);
  } finally {
    stopWatching();
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}
