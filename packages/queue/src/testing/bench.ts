import { expect, vi } from 'vitest';
import { createJobQueue } from '../job-queue.ts';
import type { JobQueue } from '../job-queue.ts';
import { createJobWorkers } from '../job-workers.ts';
import type { JobWorkersOptions } from '../job-workers.ts';
import type { JobContext } from '../processor.ts';
import type { TestCarrier } from './carriers.ts';
import { testCatalog } from './catalog.ts';
import { createKeptLog } from './log.ts';

export type TestHandler = (payload: { n: number }, context: JobContext) => Promise<void>;

/** A queue and workers over one carrier, with a log. */
export interface Bench {
  readonly queue: JobQueue;
  readonly log: ReturnType<typeof createKeptLog>;
  work(handler: TestHandler, overrides?: Partial<JobWorkersOptions<typeof testCatalog>>): ReturnType<typeof createJobWorkers>;
  /** Something else to be closed with the rest. */
  keep<T extends { close(): Promise<void> }>(opened: T): T;
  /** Resolves when no job is left. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function openBench({ carrier }: TestCarrier): Bench {
  const log = createKeptLog();
  const queue = createJobQueue(carrier, { catalog: testCatalog, log });
  const opened: { close(): Promise<void> }[] = [];

  function keep<T extends { close(): Promise<void> }>(one: T): T {
    opened.push(one);
    return one;
  }

  return {
    queue,
    log,
    keep,
    work(handler, overrides = {}) {
      const bounds = { lockMs: 1000, graceMs: 100, settleMs: 200 };
      const handlers = { 'test.count': handler };
      const workers = keep(createJobWorkers(carrier, { catalog: testCatalog, handlers, log, ...bounds, ...overrides }));
      workers.start();
      return workers;
    },
    idle: () => soon(async () => expect(await queue.counts()).toEqual({ test: { waiting: 0, active: 0, delayed: 0 } })),
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await queue.close();
    },
  };
}

/** Waits until the check passes. */
export const soon = (check: () => unknown, timeout = 15_000) => vi.waitFor(check, { timeout, interval: 25 }).then(() => undefined);

/** Work that ends when it is told to. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('let go')), { once: true }));
