import { z } from 'zod';

/** What carrying and running one kind of job takes. */
export interface JobDefinition {
  /** Queue that carries it. Letters, digits and hyphens; its workers take jobs in order of arrival. */
  readonly queue: string;
  /** Queue for those whose payload says `small`, so that they do not wait behind long work; without it all take `queue`. */
  readonly smallQueue?: string;
  /** Holds ids only, never content. Fields may be added, as optional ones until the jobs of the version before are done. */
  readonly payload: z.ZodType;
  /** Runs in all, the first included. */
  readonly attempts: number;
  /** Wait before the next run: `delay` milliseconds, doubled each time, of which up to the share `jitter` is left out at random. */
  readonly backoff: { readonly type: 'exponential'; readonly delay: number; readonly jitter: number };
  /** Milliseconds that one attempt may take, or each of its parts when its handler says that it goes on. */
  readonly timeout: number;
}

export type JobCatalog = Readonly<Record<string, JobDefinition>>;

/** Payload of a definition, as its schema gives it out. */
export type PayloadOf<Definition extends JobDefinition> = z.output<Definition['payload']>;

/** Everything the queue may carry. Jobs in flight were written by the version before: never rename or remove an entry in one step. */
export const jobCatalog = {
  'knowledge.ingest': {
    queue: 'knowledge',
    smallQueue: 'knowledge-small',
    payload: z.object({ projectId: z.uuid(), versionId: z.uuid(), small: z.boolean().optional() }),
    attempts: 6,
    // The waits add up to a minute: enough to sit out the restart of a database.
    backoff: { type: 'exponential', delay: 2000, jitter: 0.5 },
    timeout: 300_000,
  },
  // A part of one version's terms or vectors; a long version takes several such jobs.
  'knowledge.reindex': {
    queue: 'knowledge',
    payload: z.object({ projectId: z.uuid(), versionId: z.uuid() }),
    attempts: 4,
    backoff: { type: 'exponential', delay: 5000, jitter: 0.5 },
    timeout: 300_000,
  },
  'memory.index': {
    queue: 'memories',
    payload: z.object({ projectId: z.uuid(), userId: z.uuid() }),
    attempts: 6,
    backoff: { type: 'exponential', delay: 2000, jitter: 0.5 },
    timeout: 120_000,
  },
  // Seals what older versions of a project's data key sealed anew; a large project takes several such jobs.
  'project.reseal': {
    queue: 'memories',
    payload: z.object({ projectId: z.uuid() }),
    attempts: 4,
    backoff: { type: 'exponential', delay: 5000, jitter: 0.5 },
    timeout: 60_000,
  },
  // Takes one task as far as it goes. Says that it goes on every few seconds; what it leaves undone is offered again by the database.
  'task.advance': {
    queue: 'tasks',
    payload: z.object({ projectId: z.uuid(), taskId: z.uuid() }),
    attempts: 4,
    backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
    timeout: 60_000,
  },
} as const satisfies JobCatalog;

export type JobName = keyof typeof jobCatalog;
export type JobPayload<Name extends JobName> = PayloadOf<(typeof jobCatalog)[Name]>;
