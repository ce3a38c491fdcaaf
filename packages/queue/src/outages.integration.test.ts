// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createJobQueue } from './job-queue.ts';
import { openBench, soon, untilAborted } from './testing/bench.ts';
import type { Bench } from './testing/bench.ts';
import { remoteKinds, openRemoteCarrier } from './testing/carriers.ts';
import type { RemoteCarrier } from './testing/carriers.ts';
import { testCatalog, testEntry } from './testing/catalog.ts';

describe.for(remoteKinds)('outages of %s', (kind) => {
  let carried: RemoteCarrier;
  let bench: Bench;

  beforeAll(async () => {
    carried = await openRemoteCarrier(kind);
  });
  beforeEach(() => {
    bench = openBench(carried);
  });
  afterEach(async () => {
    await bench.close();
    await carried.lose('test');
  });
  afterAll(() => carried.close());

  /** A worker in a process of its own, which takes a job and says so. */
  async function takeElsewhere() {
    const script = fileURLToPath(new URL('testing/hung-worker.ts', import.meta.url));
    const args = ['--conditions=@cairn/source', script, JSON.stringify(carried.carrier)];
    const elsewhere = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    bench.keep({ close: async () => void elsewhere.kill('SIGKILL') });
    const said = createInterface(elsewhere.stdout)[Symbol.asyncIterator]();
    expect((await said.next()).value).toBe('taken');
    return { elsewhere, said };
  }

  test('a job whose worker was killed is done by another', async () => {
    await bench.queue.enqueue([testEntry()]);
    const { elsewhere } = await takeElsewhere();
    elsewhere.kill('SIGKILL');
    const attempts: number[] = [];
    bench.work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([2]));
    await bench.idle();
  });

  test('a worker that hung for longer than its lock is told that the job is no longer its own', async () => {
    await bench.queue.enqueue([testEntry()]);
    const { elsewhere, said } = await takeElsewhere();
    elsewhere.kill('SIGSTOP');
    const attempts: number[] = [];
    bench.work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([2]));
    elsewhere.kill('SIGCONT');
    expect((await said.next()).value).toBe('lost');
    await bench.idle();
    expect(attempts).toEqual([2]);
  });

  test('while the carrier is down nothing floods the log, and work goes on by itself when it is back', async () => {
    const handled: number[] = [];
    bench.work(async ({ n }) => void handled.push(n));
    await bench.queue.enqueue([testEntry(1)]);
    await soon(() => expect(handled).toEqual([1]));
    await carried.outage.cut();
    const impatient = createJobQueue(carried.carrier, { catalog: testCatalog, log: bench.log, timeoutMs: 300 });
    bench.keep(impatient);
    for (const line of [bench.queue, impatient]) {
      await expect(line.enqueue([testEntry(2)])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(line.probe()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    }
    await sleep(3000);
    expect(bench.log.lines.length).toBeLessThan(15);
    await carried.outage.mend();
    await soon(() => bench.queue.probe());
    await bench.queue.enqueue([testEntry(3)]);
    await soon(() => expect(handled).toEqual([1, 3]));
    await soon(() => impatient.probe());
    // What was given up on is not done behind the back of whoever asked.
    await sleep(300);
    expect(handled).toEqual([1, 3]);
  });

  test('workers that start before the carrier is there begin when it is', async () => {
    await carried.outage.cut();
    const handled: number[] = [];
    bench.work(async ({ n }) => void handled.push(n));
    await sleep(500);
    await carried.outage.mend();
    await soon(() => bench.queue.enqueue([testEntry(4)]));
    await soon(() => expect(handled).toEqual([4]));
  });

  test('everything closes within its bound while the carrier is down', async () => {
    const workers = bench.work((_, { signal }) => untilAborted(signal));
    const idleLine = createJobQueue(carried.carrier, { catalog: testCatalog, log: bench.log });
    await idleLine.enqueue([testEntry()]);
    await soon(async () => expect((await idleLine.counts())['test']?.active).toBe(1));
    await carried.outage.cut();
    await sleep(300);
    const started = performance.now();
    await Promise.all([workers.close(), idleLine.close()]);
    expect(performance.now() - started).toBeLessThan(5000);
    await carried.outage.mend();
  });
});
