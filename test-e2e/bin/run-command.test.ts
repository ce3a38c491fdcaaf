import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runQuietly } from './run-command.ts';

const options = { cwd: '/', environment: process.env, signal: new AbortController().signal };

test('the exit code and what was printed on both streams come back', async () => {
  expect(await runQuietly('sh', ['-c', 'echo out; echo err >&2; exit 3'], options)).toMatchObject({ code: 3, output: 'out\nerr\n' });
});

test('a command that a signal ends has failed', async () => {
  expect(await runQuietly('sh', ['-c', 'kill -9 $$'], options)).toMatchObject({ code: 1 });
});

test('a command that is not there rejects', async () => {
  await expect(runQuietly('no-such-command', [], options)).rejects.toThrow(/ENOENT/);
});

test('an abort ends the command and what it started, also what does not listen', async () => {
  const stopping = new AbortController();
  // The inner shell is a grandchild that ignores SIGTERM and holds the output open.
  const script = "sh -c 'trap : TERM; echo $$; for i in 1 2 3 4 5 6 7 8 9; do sleep 3; done' & wait";
  const attempt = runQuietly('sh', ['-c', script], { ...options, signal: stopping.signal });
  await sleep(300);
  const started = Date.now();
  stopping.abort();
  await expect(attempt).rejects.toThrow(/abort/);
  expect(Date.now() - started).toBeLessThan(10_000);
}, 20_000);
