import { Redis } from 'ioredis';

/** The counter of the one key that calls, in a Redis that may be others' too. */
export interface LimitCounter {
  /** What Redis has counted so far. */
  read(): Promise<number>;
  /** Forgets it and lets Redis go. */
  close(): Promise<void>;
}

export function openLimitCounter(redisUrl: string, credentialId: string): LimitCounter {
  const redis = new Redis(redisUrl);
  const key = `cairn:limit:${credentialId}`;
  return {
    read: async () => Number((await redis.get(key)) ?? 0),
    async close() {
      await redis.del(key);
      redis.disconnect();
    },
  };
}
