import type { Job } from 'bullmq';
import { AttemptAborted } from './attempt.ts';
import { pause } from './bounded.ts';
import { carrierEnd } from './carrier.ts';
import type { QueueCarrier } from './carrier.ts';
import type { FaultLog } from './fault-log.ts';
import { PatientWorker } from './patient-worker.ts';
import { createProcessor } from './processor.ts';
import type { ProcessorOptions } from './processor.ts';

/** The consumer's side of one queue. */
export interface Lane {
  start(): void;
  close(): Promise<void>;
}

interface LaneOptions extends Omit<ProcessorOptions, 'shutdown'> {
  readonly queue: string;
  readonly faults: FaultLog;
  readonly concurrency: number;
  readonly lockMs: number;
  readonly graceMs: number;
  readonly maxStalledCount: number;
}

const reopenDelay = 2000;
const endMs = 1000;

/** Keeps one BullMQ worker alive on the queue, and opens another when it could not get ready or gave up. */
export function createLane(carrier: QueueCarrier, options: LaneOptions): Lane {
  const { queue, faults, log, lockMs, graceMs } = options;
  const closing = new AbortController();
  const shutdown = new AbortController();
  const processor = createProcessor({ ...options, shutdown: shutdown.signal });
  const inFlight = new Set<Promise<void>>();
  let worker: PatientWorker | undefined;
  let keeping: Promise<void> | undefined;

  // BullMQ passes its signal to functions that take three arguments.
  async function tracked(job: Job<unknown, void>, token?: string, lost?: AbortSignal): Promise<void> {
    const attempt = processor(job, token, lost);
    const ended = attempt.catch(() => undefined);
    inFlight.add(ended);
    try {
      await attempt;
    } finally {
      inFlight.delete(ended);
    }
  }

  async function drain(): Promise<void> {
    const grace = new AbortController();
    const handBack = pause(graceMs, grace.signal).then(() => shutdown.abort(new AttemptAborted('shutdown')));
    while (inFlight.size > 0) await Promise.all(inFlight);
    grace.abort();
    await handBack;
  }

  function open(): PatientWorker {
    const end = carrierEnd(carrier, queue, 'consumer');
    const settings = {
      autorun: false,
      concurrency: options.concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: options.maxStalledCount,
      runRetryDelay: reopenDelay,
    };
    const opened = new PatientWorker(queue, tracked, { ...end.options, ...settings }, end.backend);
    opened.watch(faults);
    opened.on('lockRenewalFailed', (ids) => ids.forEach((id) => opened.cancelJob(id)));
    opened.on('stalled', (jobId) => log.warn({ jobId }, 'job taken back from a worker that died or hung'));
    return opened;
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      const current = open();
      worker = current;
      try {
        await current.waitUntilReady();
        await current.run();
      } catch (error) {
        if (!closing.signal.aborted) faults.report(error);
      }
      if (closing.signal.aborted) return;
      await current.end(endMs);
      await pause(reopenDelay, closing.signal);
    }
  }

  return {
    start() {
      keeping ??= keep();
    },
    async close() {
      closing.abort();
      if (worker === undefined) return;
      // From here on the worker takes no other job, and closes when those that it has have ended.
      worker.close().catch(() => undefined);
      await drain();
      await worker.end(endMs);
    },
  };
}
