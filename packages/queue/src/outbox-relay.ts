import type { Outbox, OutboxEntry } from '@cairn/core';
import { bounded, pause } from './bounded.ts';
import { createFaultLog } from './fault-log.ts';
import type { QueueLog } from './fault-log.ts';
import type { JobQueue } from './job-queue.ts';

export interface OutboxRelayOptions {
  readonly outbox: Outbox;
  readonly queue: Pick<JobQueue, 'enqueue' | 'missing' | 'probe'>;
  readonly log: QueueLog;
  /** Entries handed over at once, default 100. */
  readonly batch?: number;
  /** Milliseconds between two looks at the outbox when nothing calls, default 1000. */
  readonly everyMs?: number;
  /** Milliseconds between two looks whether the queue still holds what was carried first of what is not begun, default 2000. */
  readonly lossEveryMs?: number;
  /** Milliseconds between two searches for work that the queue lost, default 30,000. */
  readonly strandedEveryMs?: number;
  /** Seconds after which work that was carried and is not done is offered to the queue again, default 60. */
  readonly strandedAfterSeconds?: number;
}

export interface OutboxRelay {
  start(): void;
  /** Looks at the outbox now, unless the queue was down a moment ago. */
  wake(): void;
  /** Finishes the batch in hand. Within a bound. */
  close(): Promise<void>;
}

const longestBackoff = 3000;

/** Entries by which a loss is seen: a queue that was emptied holds none of them. */
const sampleSize = 20;

/** Seconds after which an entry that was carried has to be in the queue. */
const carriedForSeconds = 2;

/**
 * Carries entries from the outbox to the queue: soon after they commit and on a timer, in batches, with growing pauses while
 * the database or the queue is down. Any number of relays may run at once, since the outbox gives an entry to one of them.
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const {
    outbox,
    queue,
    log,
    batch = 100,
    everyMs = 1000,
    lossEveryMs = 2000,
    strandedEveryMs = 30_000,
    strandedAfterSeconds = 60,
  } = options;
  const faults = createFaultLog(log, 'outbox relay');
  const unheard = createFaultLog(log, 'outbox notifications');
  const closing = new AbortController();
  let bell = Promise.withResolvers<void>();
  let unsubscribe: (() => Promise<void>) | undefined;
  let carrying: Promise<void> | undefined;

  const isLookDue = every(lossEveryMs);
  const isSearchDue = every(strandedEveryMs);
  const wake = (): void => bell.resolve();

  async function dispatch(entries: readonly OutboxEntry[]): Promise<void> {
    const refused = await queue.enqueue(entries);
    // Marked as carried all the same: one bad entry must not hold up the rest, and as its work stays undone it comes again.
    for (const { id, job, reason } of refused) log.error({ jobId: id, job, reason }, 'the queue refused an outbox entry');
  }

  // The timer does without, so a failure here holds up nothing.
  async function subscribe(): Promise<void> {
    try {
      unsubscribe ??= await outbox.onEntry(wake);
    } catch (error) {
      unheard.report(error);
    }
  }

  async function offerAgain(olderThanSeconds: number): Promise<void> {
    const found = await outbox.requeueStranded(olderThanSeconds);
    if (found === 0) return;
    log.info({ found }, 'work that the queue may have lost is offered again');
    wake();
  }

  // Asked twice, since work that ends in between is in neither.
  async function hasLost(): Promise<boolean> {
    const missing = await queue.missing(await outbox.carried(carriedForSeconds, sampleSize));
    if (missing.length === 0) return false;
    return (await outbox.carried(carriedForSeconds, sampleSize)).some(({ id }) => missing.includes(id));
  }

  async function pass(): Promise<void> {
    await subscribe();
    while ((await outbox.relay(batch, dispatch)) === batch && !closing.signal.aborted);
    if (isSearchDue()) await offerAgain(strandedAfterSeconds);
    else if (isLookDue() && (await hasLost())) await offerAgain(carriedForSeconds);
  }

  async function carry(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      bell = Promise.withResolvers<void>();
      try {
        // While the queue is down no entry is taken just to be put back.
        if (failures > 0) await queue.probe();
        await pass();
        failures = 0;
        faults.recovered();
        await rung(bell.promise, everyMs * jitter(), closing.signal);
      } catch (error) {
        failures += 1;
        faults.report(error);
        // No call shortens this: while the queue is down there are many.
        await pause(Math.min(everyMs * 2 ** failures, longestBackoff) * jitter(), closing.signal);
      }
    }
  }

  return {
    start() {
      carrying ??= carry();
    },
    wake,
    async close() {
      closing.abort();
      const ended = Promise.resolve(carrying).then(() => unsubscribe?.());
      await bounded(ended, 10_000, () => new Error('too late')).catch(() => undefined);
    },
  };
}

// Relays that were started together drift apart.
const jitter = (): number => 0.8 + Math.random() * 0.4;

/** True at the first call, and then once that long has passed since it last was. */
function every(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}

/** Until the bell rings, `ms` have passed or `signal` is aborted. */
async function rung(bell: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  await Promise.race([bell, pause(ms, AbortSignal.any([signal, ended.signal]))]);
  ended.abort();
}
