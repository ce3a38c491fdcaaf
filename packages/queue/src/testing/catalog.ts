import { randomUUID } from 'node:crypto';
import type { OutboxEntry } from '@cairn/core';
import type { JobCatalog } from '@cairn/contracts';
import { z } from 'zod';

/** A catalog whose jobs fail and time out soon. */
export const testCatalog = {
  'test.count': {
    queue: 'test',
    payload: z.object({ n: z.int() }),
    attempts: 3,
    backoff: { type: 'exponential', delay: 20, jitter: 0.5 },
    timeout: 1000,
  },
} as const satisfies JobCatalog;

export const testEntry = (n: unknown = 1, id: string = randomUUID()): OutboxEntry => ({
  id,
  projectId: randomUUID(),
  job: 'test.count',
  payload: { n },
});
