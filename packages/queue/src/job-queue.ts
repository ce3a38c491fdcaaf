import type { JobsOptions } from 'bullmq';
import { CairnError, isId } from '@cairn/core';
import type { OutboxEntry } from '@cairn/core';
import type { JobCatalog, JobDefinition } from '@cairn/contracts';
import type { QueueCarrier } from './carrier.ts';
import { createFaultLog } from './fault-log.ts';
import type { QueueLog } from './fault-log.ts';
import { createQueueLine } from './queue-line.ts';
import type { CarriedQueue, QueueLine } from './queue-line.ts';
import { definitionOf, queueFor, queueNames, queuesOf } from './catalog.ts';

/** An entry that the queue does not take: it would fail in every worker of this version. */
export interface RefusedEntry {
  readonly id: string;
  readonly job: string;
  readonly reason: 'unknown_job' | 'invalid_id' | 'invalid_payload';
}

/** Jobs of one queue that are still to be done; finished ones leave it at once. */
export interface JobCounts {
  readonly waiting: number;
  readonly active: number;
  /** Waiting for their next attempt. */
  readonly delayed: number;
}

export interface JobQueue {
  /**
   * Hands the entries to the carrier under their ids and answers those that it refused. An id that is waiting or running is
   * left as it is; one that has finished is taken again, since whoever offers it says that its work is not done. Rejects with
   * STORE_UNAVAILABLE when the carrier does not take them within the bound; some may have been taken then, so offer them again.
   */
  enqueue(entries: readonly OutboxEntry[]): Promise<readonly RefusedEntry[]>;
  /** The ids of those entries that are neither waiting nor running in any queue. Rejects like `enqueue`. */
  missing(entries: readonly OutboxEntry[]): Promise<readonly string[]>;
  /** Resolves when the carrier answers, rejects with STORE_UNAVAILABLE when it does not within the bound. */
  probe(): Promise<void>;
  /** By queue name. */
  counts(): Promise<Readonly<Record<string, JobCounts>>>;
  /** Within a bound, whatever state the carrier is in. */
  close(): Promise<void>;
}

export interface JobQueueOptions {
  readonly catalog: JobCatalog;
  readonly log: QueueLog;
  /** Milliseconds that the carrier may take to answer, default 5000. */
  readonly timeoutMs?: number;
}

/** The producer's side. Connects by and by; until the carrier is there, calls fail within the bound. */
export function createJobQueue(carrier: QueueCarrier, options: JobQueueOptions): JobQueue {
  const { catalog, log, timeoutMs = 5000 } = options;
  const faults = createFaultLog(log, 'job queue');
  const names = queueNames(catalog);
  const lines = new Map<string, QueueLine>();

  const lineOf = (name: string): QueueLine => {
    const line = lines.get(name) ?? createQueueLine(carrier, name, faults);
    lines.set(name, line);
    return line;
  };

  const ask = async <T>(name: string, question: (queue: CarriedQueue) => Promise<T>): Promise<T> => {
    try {
      return await lineOf(name).ask(question, timeoutMs);
    } catch (error) {
      throw new CairnError('STORE_UNAVAILABLE', { message: 'the job queue does not answer; try again shortly', cause: error });
    }
  };

  const isHeld = async ({ id, job }: OutboxEntry): Promise<boolean> => {
    const definition = definitionOf(catalog, job);
    const carrying = definition === undefined ? [] : queuesOf(definition);
    const states = await Promise.all(carrying.map((name) => ask(name, (queue) => queue.getJobState(id))));
    return states.some((state) => state !== 'unknown');
  };

  return {
    async enqueue(entries) {
      const { accepted, refused } = sort(catalog, entries);
      for (const [name, jobs] of accepted) await ask(name, (queue) => queue.addBulk(jobs));
      return refused;
    },
    async missing(entries) {
      const held = await Promise.all(entries.map(isHeld));
      return entries.filter((_, at) => held[at] === false).map(({ id }) => id);
    },
    async probe() {
      await Promise.all(names.map((name) => ask(name, (queue) => queue.getJobCounts('active'))));
    },
    async counts() {
      return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await ask(name, countsOf)] as const)));
    },
    async close() {
      await Promise.all([...lines.values()].map((line) => line.close()));
    },
  };
}

interface CarriedJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: JobsOptions;
}

/** By queue, in the order given. */
function sort(catalog: JobCatalog, entries: readonly OutboxEntry[]) {
  const accepted = new Map<string, CarriedJob[]>();
  const refused: RefusedEntry[] = [];
  for (const entry of entries) {
    const definition = definitionOf(catalog, entry.job);
    const reason = refusal(definition, entry);
    if (definition === undefined || reason !== undefined) {
      refused.push({ id: entry.id, job: entry.job, reason: reason ?? 'unknown_job' });
      continue;
    }
    const queue = queueFor(definition, entry.payload);
    const jobs = accepted.get(queue) ?? [];
    accepted.set(queue, jobs);
    jobs.push({ name: entry.job, data: entry.payload, opts: jobOptions(entry.id, definition) });
  }
  return { accepted, refused };
}

function refusal(definition: JobDefinition | undefined, entry: OutboxEntry): RefusedEntry['reason'] | undefined {
  if (definition === undefined) return 'unknown_job';
  // BullMQ throws for ids that are integers or hold a colon; ours are UUIDs.
  if (!isId(entry.id)) return 'invalid_id';
  return definition.payload.safeParse(entry.payload).success ? undefined : 'invalid_payload';
}

/**
 * The queue holds what is still to be done and nothing else. A finished job that stayed would make BullMQ drop the same id
 * silently when the outbox offers it again because its work turned out not to be done.
 */
const jobOptions = (id: string, definition: JobDefinition): JobsOptions => ({
  jobId: id,
  attempts: definition.attempts,
  backoff: { ...definition.backoff },
  removeOnComplete: true,
  removeOnFail: true,
  // Traces can quote what a job read.
  stackTraceLimit: 0,
});

async function countsOf(queue: CarriedQueue): Promise<JobCounts> {
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
  const of = (state: string): number => counts[state] ?? 0;
  return { waiting: of('waiting') + of('prioritized'), active: of('active'), delayed: of('delayed') };
}
