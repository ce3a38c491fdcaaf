import { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';

/** A client for the shared counters that fails fast instead of waiting. The caller closes it (`disconnect()`). */
export function createLimitRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1000 });
  redis.on('error', (error: unknown) => logger.debug({ err: error }, 'rate limit store'));
  return redis;
}
