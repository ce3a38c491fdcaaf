import { UnrecoverableError, WaitingError } from 'bullmq';
import type { Job, Processor } from 'bullmq';
import { CairnError } from '@cairn/core';
import type { JobCatalog, JobDefinition, PayloadOf } from '@cairn/contracts';
import { AttemptAborted, runAttempt } from './attempt.ts';
import { bounded } from './bounded.ts';
import { definitionOf } from './catalog.ts';
import { inJobSpan, measureJobs, measureQueueLag } from './job-metrics.ts';
import type { QueueLog } from './fault-log.ts';

/** What a handler knows of its attempt. */
export interface JobContext {
  /**
   * Aborted, with an AttemptAborted as reason, when the attempt has to end early. A handler then lets go of what it holds and
   * rejects; one that resolves says that the work is done.
   */
  readonly signal: AbortSignal;
  /** To be called when a part of long work is done and kept: the time limit of the attempt begins anew. */
  readonly goesOn: () => void;
  /** 1 on the first run. Runs that died with their process count, runs handed back by a worker that closed do not. */
  readonly attempt: number;
  /** No other attempt follows, whatever the handler throws (a shutdown excepted: then this attempt comes again). */
  readonly lastAttempt: boolean;
  /** Id of the outbox entry. */
  readonly jobId: string;
}

/**
 * One handler for each job of the catalog. Resolves when the work is done or there is nothing to do. A CairnError that is not
 * retryable ends the job; anything else is tried again until the attempts are used up. A job can run twice, even at once:
 * what a handler writes must be claimed and fenced in the database.
 */
export type JobHandlers<Catalog extends JobCatalog> = {
  readonly [Name in keyof Catalog]: (payload: PayloadOf<Catalog[Name]>, context: JobContext) => Promise<void>;
};

export type AnyHandler = (payload: unknown, context: JobContext) => Promise<void>;

export interface ProcessorOptions {
  readonly catalog: JobCatalog;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly log: QueueLog;
  readonly settleMs: number;
  /** Aborted, with an AttemptAborted, when this worker closes and has to hand its jobs back. */
  readonly shutdown: AbortSignal;
}

/** Turns the handlers into what BullMQ calls with each job. */
export function createProcessor(options: ProcessorOptions): Processor<unknown, void> {
  const { catalog, handlers, log, settleMs, shutdown } = options;
  const measured = measureJobs();
  const lagged = measureQueueLag();

  return async (job, token, lost) => {
    const definition = definitionOf(catalog, job.name);
    const handler = handlers[job.name];
    const payload = definition?.payload.safeParse(job.data);
    if (definition === undefined || handler === undefined || payload?.success !== true) throw unfit(job, log);

    const attempt = attemptOf(job, definition);
    const line = { job: job.name, jobId: attempt.jobId, attempt: attempt.attempt };
    const bounds = { stop: AbortSignal.any([shutdown, lossOf(lost)]), timeoutMs: definition.timeout, settleMs };
    if (attempt.attempt === 1) lagged(job);
    const started = performance.now();
    try {
      await inJobSpan(job.name, () => runAttempt((hold) => handler(payload.data, { ...attempt, ...hold }), bounds));
    } catch (error) {
      measured(job.name, 'failed', performance.now() - started);
      throw await verdict(error, { job, token, lastAttempt: attempt.lastAttempt, log, line });
    }
    const ms = performance.now() - started;
    measured(job.name, 'done', ms);
    log.info({ ...line, ms: Math.round(ms) }, 'job done');
  };
}

/** BullMQ's signal, which says that the lock is lost, with our reason. */
function lossOf(lost: AbortSignal | undefined): AbortSignal {
  const loss = new AbortController();
  lost?.addEventListener('abort', () => loss.abort(new AttemptAborted('lost')), { once: true });
  return loss.signal;
}

function unfit(job: Job<unknown, void>, log: QueueLog): Error {
  log.error({ job: job.name, jobId: job.id }, 'a job does not fit the catalog of this version and is dropped');
  return new UnrecoverableError('does not fit the catalog');
}

function attemptOf(job: Job<unknown, void>, definition: JobDefinition) {
  const attempt = job.attemptsMade + job.stalledCounter + 1;
  return { attempt, lastAttempt: attempt >= definition.attempts, jobId: String(job.id) };
}

interface Failure {
  readonly job: Job<unknown, void>;
  readonly token: string | undefined;
  readonly lastAttempt: boolean;
  readonly log: QueueLog;
  readonly line: object;
}

/** When the carrier is down as well, the job is taken from here as from a worker that died: when its lock runs out. */
async function handBack(job: Job<unknown, void>, token: string | undefined): Promise<void> {
  try {
    await bounded(job.moveToWait(token), 1000, () => new Error('too late'));
  } catch {}
}

/** What to throw at BullMQ for a handler's error. It keeps the message with the job, so that holds no word of the handler's. */
async function verdict(error: unknown, failure: Failure): Promise<Error> {
  const { job, token, log, line } = failure;
  if (error instanceof AttemptAborted && error.reason !== 'timeout') {
    if (error.reason === 'shutdown') await handBack(job, token);
    log.info({ ...line, reason: error.reason }, 'job let go');
    return new WaitingError();
  }
  const fields = { ...line, err: error };
  const label = error instanceof CairnError ? error.code : 'failed';
  if (failure.lastAttempt || (error instanceof CairnError && !error.retryable)) {
    log.error(fields, 'job failed for good');
    return new UnrecoverableError(label);
  }
  log.warn(fields, 'job failed, it will be tried again');
  return new Error(label);
}
