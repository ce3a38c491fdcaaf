import type { Suite } from '../product/stage.ts';
import { bucketSuite } from './buckets.ts';
import { countedSuite } from './counted.ts';
import { failedAttemptSuite } from './failed-attempts.ts';
import { limit } from './spent.ts';

export const settings = { CAIRN_RATE_LIMIT_FREE: String(limit), CAIRN_ALLOWED_ORIGINS: 'https://app.allowed.example' } as const;

/** What the limit of requests promises. The failed attempts come last: their address is this machine's own. */
export const suites: readonly Suite[] = [countedSuite, bucketSuite, failedAttemptSuite];
