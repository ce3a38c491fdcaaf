import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';

/**
 * A client for the shared counters. It fails at once while there is no connection, never repeats a command (a count would be
 * counted twice), gives a silent connection up, and reconnects on its own. The caller closes it with `disconnect()`.
 */
export function createLimitRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: 'cairn-limits',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    socketTimeout: 5_000,
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 5), 2_000),
  });
  // Unheard, an error event would end the process; the store of the limits reports what matters.
  redis.on('error', (error: unknown) => logger.debug({ err: error }, 'connection of the rate limits'));
  return redis;
}
