import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@cairn/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../product/free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let folder: Awaited<ReturnType<typeof createDataFolder>>;
let started: ChildProcess | undefined;
let port: number;

beforeAll(async () => {
  folder = await createDataFolder();
});
afterEach(async () => {
  started?.kill('SIGTERM');
  await closed(20_000);
});
afterAll(() => folder.remove());

const commands = {
  'the launcher': [process.execPath, ['apps/standalone/bin/start.mjs']],
  'npm start': ['npm', ['start']],
} as const;

/** Starts the product by a command of its users, and waits until it is ready. */
async function start(name: keyof typeof commands): Promise<ChildProcess> {
  const [command, args] = commands[name];
  const { PATH = '', HOME = '' } = process.env;
  port = await freePort();
  const env = { PATH, HOME, PORT: String(port), CAIRN_BASE_URL: `http://127.0.0.1:${port}`, CAIRN_DATA_DIR: folder.path };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  started = child;
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const until = performance.now() + 90_000;
  while (performance.now() < until && child.exitCode === null) {
    if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) return child;
    await sleep(50);
  }
  throw new Error(`${name} brought no product: ${errors}`);
}

/** Whether nothing answers at the port any more, waiting for that. */
async function closed(timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer === undefined) return true;
    await sleep(50);
  }
  return false;
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });

describe.each(Object.keys(commands) as (keyof typeof commands)[])('a product that %s started', (name) => {
  test('ends when that is killed with -9', async () => {
    const child = await start(name);
    const exited = exitOf(child);
    child.kill('SIGKILL');
    await exited;
    expect(await closed(12_000)).toBe(true);
  });

  test('ends with 0 when that is told to', async () => {
    const child = await start(name);
    const exited = exitOf(child);
    child.kill('SIGTERM');
    const code = await exited;
    // npm tells of the signal that it was sent, not of what came of it.
    if (name === 'the launcher') expect(code).toBe(0);
    expect(await closed(12_000)).toBe(true);
  });
});
