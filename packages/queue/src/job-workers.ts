import type { JobCatalog } from '@cairn/contracts';
import { queueNames, queuesOf } from './catalog.ts';
import type { QueueCarrier } from './carrier.ts';
import { createFaultLog } from './fault-log.ts';
import type { QueueLog } from './fault-log.ts';
import { createLane } from './lane.ts';
import type { AnyHandler, JobHandlers } from './processor.ts';

export interface JobWorkersOptions<Catalog extends JobCatalog> {
  readonly catalog: Catalog;
  readonly handlers: JobHandlers<Catalog>;
  readonly log: QueueLog;
  /** Jobs of one queue that run at the same time in this process, default 2. */
  readonly concurrency?: number;
  /** The same for single queues, by name. */
  readonly concurrencies?: Readonly<Record<string, number>>;
  /** Milliseconds after which the jobs of a worker that died are taken by another, at most twice that. Default 20,000. */
  readonly lockMs?: number;
  /** The same for single queues, by name. */
  readonly lockMsOf?: Readonly<Record<string, number>>;
  /** Milliseconds that running jobs have to finish in when the workers close, before they are told to stop. Default 2000. */
  readonly graceMs?: number;
  /** Milliseconds that a job has to let go in after it was told to stop. Default 2000. */
  readonly settleMs?: number;
}

export interface JobWorkers {
  /** Begins to take jobs as soon as the carrier is there, and again whenever it comes back. */
  start(): void;
  /**
   * Takes no more jobs, lets the running ones finish or hands them back. Resolves within `graceMs + settleMs` and three
   * seconds, whatever state the carrier is in.
   */
  close(): Promise<void>;
}

/** The consumer's side: one worker for each queue of the catalog. Throws when a job of the catalog has no handler. */
export function createJobWorkers<Catalog extends JobCatalog>(carrier: QueueCarrier, options: JobWorkersOptions<Catalog>): JobWorkers {
  const {
    catalog,
    log,
    concurrency: usual = 2,
    concurrencies = {},
    lockMs: usualLockMs = 20_000,
    lockMsOf = {},
    graceMs = 2000,
    settleMs = 2000,
  } = options;
  const handlers = requireHandlers(options);
  const faults = createFaultLog(log, 'job worker');
  const lanes = queueNames(catalog).map((queue) => {
    const concurrency = concurrencies[queue] ?? usual;
    const lockMs = lockMsOf[queue] ?? usualLockMs;
    const maxStalledCount = mostAttempts(catalog, queue) - 1;
    return createLane(carrier, { queue, catalog, handlers, log, faults, concurrency, lockMs, graceMs, settleMs, maxStalledCount });
  });
  return {
    start: () => lanes.forEach((lane) => lane.start()),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function requireHandlers<Catalog extends JobCatalog>({ catalog, handlers }: JobWorkersOptions<Catalog>) {
  const missing = Object.keys(catalog).filter((job) => typeof handlers[job] !== 'function');
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}: every job of the catalog needs one`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each handler is only ever given what its own schema has parsed
  return handlers as unknown as Readonly<Record<string, AnyHandler>>;
}

const mostAttempts = (catalog: JobCatalog, queue: string): number =>
  Math.max(...Object.values(catalog).flatMap((definition) => (queuesOf(definition).includes(queue) ? [definition.attempts] : [])));
