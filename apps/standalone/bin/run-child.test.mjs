import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const runChild = new URL('./run-child.mjs', import.meta.url).href;

// Says each thing that happens to it, and ends by the first stop with code 7.
const child = `
  const stop = (why) => () => { console.log(why); setTimeout(() => process.exit(7), 50); };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop(signal));
  process.on('disconnect', stop('disconnect'));
  setTimeout(() => process.exit(9), 20_000);
  console.log('up ' + process.pid);`;

const launcher = `
  import { runChild } from ${JSON.stringify(runChild)};
  console.log('launcher ' + process.pid);
  const code = await runChild(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  console.log('code ' + code);
  process.exitCode = code;`;

/** @type {Set<number>} */
const started = new Set();
afterEach(() => {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself, as it should.
    }
  }
  started.clear();
});

/**
 * Starts the launcher (behind a shell that stands for the package manager, when asked for) and waits until its child is up.
 *
 * @param {{ behindShell?: boolean, lifecycle?: string }} [options]
 */
async function launch({ behindShell = false, lifecycle } = {}) {
  const args = ['--input-type=module', '-e', launcher];
  const { npm_lifecycle_event: _, ...inherited } = process.env;
  const env = lifecycle === undefined ? inherited : { ...inherited, npm_lifecycle_event: lifecycle };
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { env, stdio: ['ignore', 'pipe', 'inherit'] };
  const top = behindShell
    ? spawn('/bin/sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, ...args], options)
    : spawn(process.execPath, args, options);
  if (top.pid === undefined || top.stdout === null) throw new Error('the launcher did not start');
  started.add(top.pid);
  const lines = createInterface({ input: top.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const launcherPid = Number((await next()).split(' ')[1]);
  const childPid = Number((await next()).split(' ')[1]);
  started.add(launcherPid).add(childPid);
  return { top, next, launcherPid, childPid, exited: once(top, 'exit') };
}

test.each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))(
  "%s is passed on and the child's exit code comes back",
  async (signal) => {
    const { top, next, exited } = await launch();
    top.kill(signal);
    expect(await next()).toBe(signal);
    expect(await next()).toBe('code 7');
    expect(await exited).toEqual([7, null]);
  },
);

test('a child that dies by a signal gives 128 and its number', async () => {
  const { childPid, next, exited } = await launch();
  process.kill(childPid, 'SIGKILL');
  expect(await next()).toBe('code 137');
  expect(await exited).toEqual([137, null]);
});

test('a child sees this process die by SIGKILL', async () => {
  const { top, next } = await launch();
  top.kill('SIGKILL');
  expect(await next()).toBe('disconnect');
});

test('a child is told to stop when the package manager dies by SIGKILL', async () => {
  const { top, next } = await launch({ behindShell: true, lifecycle: 'start' });
  top.kill('SIGKILL');
  expect(await next()).toBe('SIGTERM');
  expect(await next()).toBe('code 7');
});

test('outside of a package manager the child outlives the shell that started it', async () => {
  const { top, next, launcherPid } = await launch({ behindShell: true });
  top.kill('SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 600));
  process.kill(launcherPid, 'SIGINT');
  expect(await next()).toBe('SIGINT');
});
