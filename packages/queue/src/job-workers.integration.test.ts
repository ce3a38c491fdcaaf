import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { array, assert, asyncProperty, subarray } from 'fast-check';
import { CairnError } from '@cairn/core';
import { z } from 'zod';
import { createJobQueue } from './job-queue.ts';
import { createJobWorkers } from './job-workers.ts';
import { createOutboxRelay } from './outbox-relay.ts';
import { openBench, soon, untilAborted } from './testing/bench.ts';
import type { Bench, TestHandler } from './testing/bench.ts';
import { carrierKinds, openTestCarrier } from './testing/carriers.ts';
import type { TestCarrier } from './testing/carriers.ts';
import { testCatalog, testEntry } from './testing/catalog.ts';
import { MemoryOutbox } from './testing/memory-outbox.ts';
import { reasonOf } from './testing/reason.ts';

describe.for(carrierKinds)('jobs over %s', (kind) => {
  let carried: TestCarrier;
  let bench: Bench;

  beforeAll(async () => {
    carried = await openTestCarrier(kind);
  });
  beforeEach(() => {
    bench = openBench(carried);
  });
  afterEach(async () => {
    await bench.close();
    await carried.lose('test');
  });
  afterAll(() => carried.close());

  test('every entry is handled exactly once, in however many overlapping offers it comes', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const offers = array(subarray(ids, { minLength: 1 }), { minLength: 1, maxLength: 4 });
    await assert(
      asyncProperty(offers, async (offered) => {
        for (const batch of offered) await bench.queue.enqueue(batch.map((id) => testEntry(1, id)));
        const handled: string[] = [];
        const workers = bench.work(async (_, { jobId }) => void handled.push(jobId), { concurrency: 4 });
        await bench.idle();
        await workers.close();
        expect(handled.toSorted()).toEqual([...new Set(offered.flat())].toSorted());
      }),
      { numRuns: 6 },
    );
  });

  test('a small job runs while long ones hold every slot of its kind', async () => {
    const payload = z.object({ n: z.int(), small: z.boolean().optional() });
    const catalog = { 'test.count': { ...testCatalog['test.count'], payload, smallQueue: 'test-small', timeout: 20_000 } } as const;
    const queue = bench.keep(createJobQueue(carried.carrier, { catalog, log: bench.log }));
    const gate = Promise.withResolvers<void>();
    const done: number[] = [];
    const handlers = {
      'test.count': async ({ n, small }: z.output<typeof payload>) => {
        if (!small) await gate.promise;
        done.push(n);
      },
    };
    const entry = (n: number, small?: boolean) => ({ ...testEntry(n), payload: { n, small } });
    await queue.enqueue([entry(1), entry(2), entry(3), entry(4, true)]);
    bench.keep(createJobWorkers(carried.carrier, { catalog, handlers, log: bench.log, concurrency: 2 })).start();
    await soon(() => expect(done).toEqual([4]));
    await soon(async () => expect(await queue.counts()).toMatchObject({ test: { waiting: 1, active: 2 }, 'test-small': { waiting: 0 } }));
    gate.resolve();
    await soon(() => expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]));
  });

  test('an id that waits or runs is left as it is, one that has finished is taken again', async () => {
    const started: number[] = [];
    const gate = Promise.withResolvers<void>();
    const one = testEntry();
    await bench.queue.enqueue([one]);
    await bench.queue.enqueue([one]);
    bench.work(async (_, { attempt }) => {
      started.push(attempt);
      await gate.promise;
    });
    await soon(() => expect(started).toHaveLength(1));
    await bench.queue.enqueue([one]);
    await sleep(200);
    expect(started).toHaveLength(1);
    gate.resolve();
    await bench.idle();
    await bench.queue.enqueue([one]);
    await soon(() => expect(started).toEqual([1, 1]));
    await bench.idle();
  });

  test('entries that do not fit the catalog are refused, the others of the batch are taken', async () => {
    const handled: number[] = [];
    bench.work(async ({ n }) => void handled.push(n));
    const foreign = { ...testEntry(), job: 'test.unknown' };
    const inherited = { ...testEntry(), job: 'toString' };
    const numbered = testEntry(1, '17');
    const unreadable = testEntry('seven');
    expect(await bench.queue.enqueue([foreign, inherited, numbered, unreadable, testEntry(7)])).toEqual([
      { id: foreign.id, job: 'test.unknown', reason: 'unknown_job' },
      { id: inherited.id, job: 'toString', reason: 'unknown_job' },
      { id: '17', job: 'test.count', reason: 'invalid_id' },
      { id: unreadable.id, job: 'test.count', reason: 'invalid_payload' },
    ]);
    await soon(() => expect(handled).toEqual([7]));
  });

  test('a payload that does not parse on arrival is dropped without a retry', async () => {
    const handler = vi.fn<TestHandler>(async () => undefined);
    bench.work(handler);
    await carried.addRaw('test', 'test.count', { n: 'seven' });
    await soon(() => expect(bench.log.at('error')).toHaveLength(1));
    await bench.idle();
    expect(handler).not.toHaveBeenCalled();
  });

  test('a failure is tried again until the attempts are used up, and the last one knows', async () => {
    const attempts: [number, boolean][] = [];
    const failure = new Error('no');
    bench.work(async (_, { attempt, lastAttempt }) => {
      attempts.push([attempt, lastAttempt]);
      throw failure;
    });
    const one = testEntry();
    await bench.queue.enqueue([one]);
    await bench.idle();
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(bench.log.at('warn').map((line) => line.message)).toEqual(Array(2).fill('job failed, it will be tried again'));
    expect(bench.log.at('error')).toEqual([
      { level: 'error', message: 'job failed for good', fields: { job: one.job, jobId: one.id, attempt: 3, err: failure } },
    ]);
  });

  test('the carrier is not told what a handler threw', async () => {
    bench.work(async (_, { attempt }) => {
      if (attempt === 1) throw new Error('SECRET text of a document');
      await new Promise(() => undefined);
    });
    await bench.queue.enqueue([testEntry()]);
    await soon(() => expect(bench.log.at('warn')).toHaveLength(1));
    await soon(async () => expect(JSON.stringify(await carried.jobs('test'))).toContain('"failedReason":"failed"'));
    expect(JSON.stringify(await carried.jobs('test'))).not.toContain('SECRET');
  });

  test('an error that is not retryable ends the job at once', async () => {
    const handler = vi.fn<TestHandler>(async () => Promise.reject(new CairnError('INVALID_ARGUMENT')));
    bench.work(handler);
    await bench.queue.enqueue([testEntry()]);
    await soon(() => expect(bench.log.at('error')).toHaveLength(1));
    await bench.idle();
    expect(handler).toHaveBeenCalledTimes(1);
  });

  test('an attempt that takes too long is aborted and tried again, even when it does not listen', async () => {
    const reasons: unknown[] = [];
    bench.work(async (_, { attempt, signal }) => {
      signal.addEventListener('abort', () => reasons.push(reasonOf(signal)));
      if (attempt === 1) await untilAborted(signal);
      if (attempt === 2) await new Promise(() => undefined);
    });
    await bench.queue.enqueue([testEntry()]);
    await bench.idle();
    expect(reasons).toEqual(['timeout', 'timeout']);
    expect(bench.log.at('info').at(-1)).toMatchObject({ message: 'job done', fields: { attempt: 3 } });
  });

  test('closing lets a running job finish in its grace', async () => {
    const begun = Promise.withResolvers<void>();
    let finished = false;
    const workers = bench.work(
      async () => {
        begun.resolve();
        await sleep(300);
        finished = true;
      },
      { graceMs: 2000 },
    );
    await bench.queue.enqueue([testEntry()]);
    await begun.promise;
    await workers.close();
    expect(finished).toBe(true);
    await bench.idle();
  });

  test('closing hands a running job back, and another worker does it as its first attempt', async () => {
    const begun = Promise.withResolvers<void>();
    let reason: unknown;
    const workers = bench.work(async (_, { signal }) => {
      begun.resolve();
      await untilAborted(signal).catch(() => (reason = reasonOf(signal)));
      throw new Error('let go');
    });
    await bench.queue.enqueue([testEntry()]);
    await begun.promise;
    await workers.close();
    expect(reason).toBe('shutdown');
    expect(await bench.queue.counts()).toEqual({ test: { waiting: 1, active: 0, delayed: 0 } });
    const attempts: number[] = [];
    bench.work(async (_, { attempt }) => void attempts.push(attempt));
    await soon(() => expect(attempts).toEqual([1]), 1000);
  });

  test('closing is bounded and hands back even a job that does not listen', async () => {
    const begun = Promise.withResolvers<void>();
    const workers = bench.work(async () => {
      begun.resolve();
      await new Promise(() => undefined);
    });
    await bench.queue.enqueue([testEntry()]);
    await begun.promise;
    const started = performance.now();
    await workers.close();
    expect(performance.now() - started).toBeLessThan(1500);
    expect(await bench.queue.counts()).toEqual({ test: { waiting: 1, active: 0, delayed: 0 } });
  });

  test('knows which jobs are in a queue, whatever their state, and which are not', async () => {
    const [held, running, never] = [testEntry(1), testEntry(2), testEntry(3)];
    const begun = Promise.withResolvers<void>();
    await bench.queue.enqueue([running]);
    bench.work(async (_payload, { signal }) => {
      begun.resolve();
      await untilAborted(signal);
    });
    await begun.promise;
    await bench.queue.enqueue([held]);
    expect(await bench.queue.missing([held, running, never])).toEqual([never.id]);
    expect(await bench.queue.missing([])).toEqual([]);
  });

  test('jobs that the carrier lost are found again within seconds, without any setting', async () => {
    const outbox = new MemoryOutbox();
    const relay = createOutboxRelay({ outbox, queue: bench.queue, log: bench.log });
    bench.keep(relay);
    outbox.add(testEntry());
    relay.start();
    await soon(() => expect(outbox.waiting).toBe(0));
    await carried.lose('test');
    bench.work(async (_, { jobId }) => outbox.done(jobId));
    // The search for what is stranded would take a minute.
    await soon(() => expect(outbox.undone).toBe(0), 40_000);
  });

  test('jobs that the carrier lost are found again by way of the outbox, and done once each', async () => {
    const outbox = new MemoryOutbox();
    const entries = Array.from({ length: 10 }, (_, n) => testEntry(n));
    const relay = createOutboxRelay({
      outbox,
      queue: bench.queue,
      log: bench.log,
      everyMs: 50,
      strandedEveryMs: 100,
      strandedAfterSeconds: 0.5,
    });
    bench.keep(relay);
    outbox.add(...entries);
    relay.start();
    await soon(() => expect(outbox.waiting).toBe(0));
    await carried.lose('test');
    const handled = new Map<number, number>();
    bench.work(async ({ n }, { jobId }) => {
      handled.set(n, (handled.get(n) ?? 0) + 1);
      await sleep(20);
      outbox.done(jobId);
    });
    await soon(() => expect(outbox.undone).toBe(0));
    expect(handled).toEqual(new Map(entries.map((_, n) => [n, 1])));
  });
});
