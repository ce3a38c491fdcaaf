import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';

const [toldToEnd, runChild] = ['./told-to-end.mjs', './run-child.mjs'].map((file) => new URL(file, import.meta.url).href);

/** @type {import('node:child_process').ChildProcess | undefined} */
let top;
afterEach(() => void top?.kill('SIGKILL'));

/** @param {string} work what is done once the signals are listened to; says `up` */
async function launch(work) {
  const source = `
    import { endAsTold } from ${JSON.stringify(toldToEnd)};
    import { runChild } from ${JSON.stringify(runChild)};
    endAsTold();
    ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  top = child;
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) if (line === 'up') break;
  return { child, exited };
}

/** @param {string} source */
const running = (source) => `
  process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(source)}], { stdio: ['ignore', 'inherit', 'inherit'] });`;

test.each(/** @type {const} */ (['SIGINT', 'SIGTERM']))('%s ends a process with 0 while it has no child', async (signal) => {
  const { child, exited } = await launch(`console.log('up'); setTimeout(() => {}, 60_000);`);
  child.kill(signal);
  expect(await exited).toEqual([0, null]);
});

test('a child that does not listen yet ends with it, with 0', async () => {
  const { child, exited } = await launch(running(`console.log('up'); setTimeout(() => {}, 60_000);`));
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('what a child says that was told to end is kept', async () => {
  const { child, exited } = await launch(
    running(`process.on('SIGTERM', () => process.exit(7)); console.log('up'); setTimeout(() => {}, 60_000);`),
  );
  child.kill('SIGTERM');
  expect(await exited).toEqual([7, null]);
});

test('a child that dies of a signal that nobody sent here is told', async () => {
  const { exited } = await launch(running(`console.log('up'); setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100);`));
  expect(await exited).toEqual([143, null]);
});
