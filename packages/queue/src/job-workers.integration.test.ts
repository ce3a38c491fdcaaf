import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { array, assert, asyncProperty, subarray } from 'fast-check';
import { CairnError } from '@cairn/core';
import { createJobQueue } from './job-queue.ts';
import type { JobQueue } from './job-queue.ts';
import { createJobWorkers } from './job-workers.ts';
import type { JobWorkersOptions } from './job-workers.ts';
import type { JobContext, JobHandlers } from './processor.ts';
import { carrierKinds, openTestCarrier } from './testing/carriers.ts';
import type { TestCarrier } from './testing/carriers.ts';
import { testCatalog, testEntry } from './testing/catalog.ts';
import { createKeptLog } from './testing/log.ts';
import { reasonOf } from './testing/reason.ts';
import { MemoryOutbox } from './testing/memory-outbox.ts';
import { createOutboxRelay } from './outbox-relay.ts';

type Handler = (payload: { n: number }, context: JobContext) => Promise<void>;
type Overrides = Partial<JobWorkersOptions<typeof testCatalog>>;

const never = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('let go')), { once: true }));

const soon = (check: () => unknown, timeout = 15_000) => vi.waitFor(check, { timeout, interval: 25 });

describe.for(carrierKinds)('jobs over %s', (kind) => {
  let carried: TestCarrier;
  let queue: JobQueue;
  let log = createKeptLog();
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    carried = await openTestCarrier(kind);
    queue = createJobQueue(carried.carrier, { catalog: testCatalog, log });
  });

  beforeEach(() => {
    log = createKeptLog();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((workers) => workers.close()));
    await carried.lose('test');
  });

  afterAll(async () => {
    await queue.close();
    await carried.close();
  });

  function work(handler: Handler, overrides: Overrides = {}) {
    const workers = createJobWorkers(carried.carrier, {
      catalog: testCatalog,
      handlers: { 'test.count': handler },
      log,
      lockMs: 1000,
      graceMs: 100,
      settleMs: 200,
      ...overrides,
    });
    workers.start();
    opened.push(workers);
    return workers;
  }

  const idle = () => soon(async () => expect(await queue.counts()).toEqual({ test: { waiting: 0, active: 0, delayed: 0 } }));

  test('every entry is handled exactly once, in however many overlapping offers it comes', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const offers = array(subarray(ids, { minLength: 1 }), { minLength: 1, maxLength: 4 });
    await assert(
      asyncProperty(offers, async (offered) => {
        for (const batch of offered) await queue.enqueue(batch.map((id) => testEntry(1, id)));
        const handled: string[] = [];
        const workers = work(async (_, { jobId }) => void handled.push(jobId), { concurrency: 4 });
        await idle();
        await workers.close();
        expect(handled.toSorted()).toEqual([...new Set(offered.flat())].toSorted());
      }),
      { numRuns: 6 },
    );
  });

  test('an id that waits or runs is left as it is, one that has finished is taken again', async () => {
    const started: number[] = [];
    const gate = Promise.withResolvers<void>();
    const one = testEntry();
    await queue.enqueue([one]);
    await queue.enqueue([one]);
    work(async (_, { attempt }) => {
      started.push(attempt);
      await gate.promise;
    });
    await soon(() => expect(started).toHaveLength(1));
    await queue.enqueue([one]);
    await sleep(200);
    expect(started).toHaveLength(1);
    gate.resolve();
    await idle();
    await queue.enqueue([one]);
    await soon(() => expect(started).toEqual([1, 1]));
    await idle();
  });

  test('entries that do not fit the catalog are refused, the others of the batch are taken', async () => {
    const handled: number[] = [];
    work(async ({ n }) => void handled.push(n));
    const foreign = { ...testEntry(), job: 'test.unknown' };
    const inherited = { ...testEntry(), job: 'toString' };
    const numbered = testEntry(1, '17');
    const unreadable = testEntry('seven');
    expect(await queue.enqueue([foreign, inherited, numbered, unreadable, testEntry(7)])).toEqual([
      { id: foreign.id, job: 'test.unknown', reason: 'unknown_job' },
      { id: inherited.id, job: 'toString', reason: 'unknown_job' },
      { id: '17', job: 'test.count', reason: 'invalid_id' },
      { id: unreadable.id, job: 'test.count', reason: 'invalid_payload' },
    ]);
    await soon(() => expect(handled).toEqual([7]));
  });

  test('a payload that does not parse on arrival is dropped without a retry', async () => {
    const handler = vi.fn<Handler>(async () => undefined);
    work(handler);
    await carried.addRaw('test', 'test.count', { n: 'seven' });
    await soon(() => expect(log.at('error')).toHaveLength(1));
    await idle();
    expect(handler).not.toHaveBeenCalled();
  });

  test('a failure is tried again until the attempts are used up, and the last one knows', async () => {
    const attempts: [number, boolean][] = [];
    const failure = new Error('no');
    work(async (_, { attempt, lastAttempt }) => {
      attempts.push([attempt, lastAttempt]);
      throw failure;
    });
    const one = testEntry();
    await queue.enqueue([one]);
    await idle();
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(log.at('warn').map((line) => line.message)).toEqual(Array(2).fill('job failed, it will be tried again'));
    expect(log.at('error')).toEqual([
      { level: 'error', message: 'job failed for good', fields: { job: one.job, jobId: one.id, attempt: 3, err: failure } },
    ]);
  });

  test('the carrier is not told what a handler threw', async () => {
    work(async (_, { attempt }) => {
      if (attempt === 1) throw new Error('SECRET text of a document');
      await new Promise(() => undefined);
    });
    await queue.enqueue([testEntry()]);
    await soon(() => expect(log.at('warn')).toHaveLength(1));
    expect(JSON.stringify(await carried.jobs('test'))).toContain('"failedReason":"failed"');
    expect(JSON.stringify(await carried.jobs('test'))).not.toContain('SECRET');
  });

  test('an error that is not retryable ends the job at once', async () => {
    const handler = vi.fn<Handler>(async () => Promise.reject(new CairnError('INVALID_ARGUMENT')));
    work(handler);
    await queue.enqueue([testEntry()]);
    await soon(() => expect(log.at('error')).toHaveLength(1));
    await idle();
    expect(handler).toHaveBeenCalledTimes(1);
  });

  test('an attempt that takes too long is aborted and tried again, even when it does not listen', async () => {
    const reasons: unknown[] = [];
    work(async (_, { attempt, signal }) => {
      signal.addEventListener('abort', () => reasons.push(reasonOf(signal)));
      if (attempt === 1) await never(signal);
      if (attempt === 2) await new Promise(() => undefined);
    });
    await queue.enqueue([testEntry()]);
    await idle();
    expect(reasons).toEqual(['timeout', 'timeout']);
    expect(log.at('info').at(-1)).toMatchObject({ message: 'job done', fields: { attempt: 3 } });
  });

  test('closing lets a running job finish in its grace', async () => {
    const begun = Promise.withResolvers<void>();
    let finished = false;
    const workers = work(
      async () => {
        begun.resolve();
        await sleep(300);
        finished = true;
      },
      { graceMs: 2000 },
    );
    await queue.enqueue([testEntry()]);
    await begun.promise;
    await workers.close();
    expect(finished).toBe(true);
    await idle();
  });

  test('closing hands a running job back, and another worker does it as its first attempt', async () => {
    const begun = Promise.withResolvers<void>();
    let reason: unknown;
    const workers = work(async (_, { signal }) => {
      begun.resolve();
      await never(signal).catch(() => (reason = reasonOf(signal)));
      throw new Error('let go');
    });
    await queue.enqueue([testEntry()]);
    await begun.promise;
    await workers.close();
    expect(reason).toBe('shutdown');
    expect(await queue.counts()).toEqual({ test: { waiting: 1, active: 0, delayed: 0 } });
    const attempts: number[] = [];
    work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([1]), 1000);
  });

  test('closing is bounded and hands back even a job that does not listen', async () => {
    const begun = Promise.withResolvers<void>();
    const workers = work(async () => {
      begun.resolve();
      await new Promise(() => undefined);
    });
    await queue.enqueue([testEntry()]);
    await begun.promise;
    const started = performance.now();
    await workers.close();
    expect(performance.now() - started).toBeLessThan(1500);
    expect(await queue.counts()).toEqual({ test: { waiting: 1, active: 0, delayed: 0 } });
  });

  /** A worker in a process of its own, which takes a job and says so. */
  async function takeElsewhere() {
    const script = fileURLToPath(new URL('testing/hung-worker.ts', import.meta.url));
    const args = ['--conditions=@cairn/source', script, JSON.stringify(carried.carrier)];
    const elsewhere = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    opened.push({ close: async () => void elsewhere.kill('SIGKILL') });
    const said = createInterface(elsewhere.stdout)[Symbol.asyncIterator]();
    expect((await said.next()).value).toBe('taken');
    return { elsewhere, said };
  }

  test('a job whose worker was killed is done by another', async () => {
    await queue.enqueue([testEntry()]);
    const { elsewhere } = await takeElsewhere();
    elsewhere.kill('SIGKILL');
    const attempts: number[] = [];
    work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([2]));
    await idle();
  });

  test('a worker that hung for longer than its lock is told that the job is no longer its own', async () => {
    await queue.enqueue([testEntry()]);
    const { elsewhere, said } = await takeElsewhere();
    elsewhere.kill('SIGSTOP');
    const attempts: number[] = [];
    work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([2]));
    elsewhere.kill('SIGCONT');
    expect((await said.next()).value).toBe('lost');
    await idle();
    expect(attempts).toEqual([2]);
  });

  test('jobs that the carrier lost are found again by way of the outbox, and done once each', async () => {
    const outbox = new MemoryOutbox();
    const entries = Array.from({ length: 10 }, (_, n) => testEntry(n));
    const relay = createOutboxRelay({ outbox, queue, log, everyMs: 50, strandedEveryMs: 100, strandedAfterSeconds: 0.5 });
    opened.push(relay);
    outbox.add(...entries);
    relay.start();
    await soon(() => expect(outbox.waiting).toBe(0));
    await carried.lose('test');
    const handled = new Map<number, number>();
    work(async ({ n }, { jobId }) => {
      handled.set(n, (handled.get(n) ?? 0) + 1);
      await sleep(20);
      outbox.done(jobId);
    });
    await soon(() => expect(outbox.undone).toBe(0));
    expect(handled).toEqual(new Map(entries.map((_, n) => [n, 1])));
  });

  test('while the carrier is down nothing floods the log, and work goes on by itself when it is back', async () => {
    const handled: number[] = [];
    work(async ({ n }) => void handled.push(n));
    await queue.enqueue([testEntry(1)]);
    await soon(() => expect(handled).toEqual([1]));
    await carried.outage.cut();
    const impatient = createJobQueue(carried.carrier, { catalog: testCatalog, log, timeoutMs: 300 });
    opened.push(impatient);
    for (const line of [queue, impatient]) {
      await expect(line.enqueue([testEntry(2)])).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(line.probe()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    }
    await sleep(3000);
    expect(log.lines.length).toBeLessThan(15);
    await carried.outage.mend();
    await soon(() => queue.probe());
    await queue.enqueue([testEntry(3)]);
    await soon(() => expect(handled).toEqual([1, 3]));
    await soon(() => impatient.probe());
  });

  test('workers that start before the carrier is there begin when it is', async () => {
    await carried.outage.cut();
    const handled: number[] = [];
    work(async ({ n }) => void handled.push(n));
    await sleep(500);
    await carried.outage.mend();
    await soon(() => queue.enqueue([testEntry(4)]));
    await soon(() => expect(handled).toEqual([4]));
  });

  test('everything closes within its bound while the carrier is down', async () => {
    const workers = work((_, { signal }) => never(signal));
    const idleLine = createJobQueue(carried.carrier, { catalog: testCatalog, log });
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

test('workers refuse to start when a job of the catalog has no handler', () => {
  const handlers: Partial<JobHandlers<typeof testCatalog>> = {};
  const carrier = { kind: 'redis', url: 'redis://127.0.0.1:1' } as const;
  const options = { catalog: testCatalog, handlers, log: createKeptLog() };
  // @ts-expect-error the type asks for the handler too
  expect(() => createJobWorkers(carrier, options)).toThrow('no handler for test.count');
});
