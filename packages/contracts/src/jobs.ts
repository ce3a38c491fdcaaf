import { z } from 'zod';

/**
 * Everything the queue may carry. Payloads hold ids only, never content. Change additively: jobs in flight were written by
 * the version before.
 */
export const jobCatalog = {
  'knowledge.ingest': {
    queue: 'knowledge',
    payload: z.object({ projectId: z.uuid(), versionId: z.uuid() }),
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
    /** Milliseconds that one attempt may take. */
    timeout: 300_000,
  },
} as const;

export type JobName = keyof typeof jobCatalog;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobCatalog)[Name]['payload']>;
