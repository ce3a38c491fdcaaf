import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

export interface RedisDatabase {
  /** The server's address with the number of the database. */
  readonly url: string;
  /** Empties it and lets it go. */
  release(): Promise<void>;
}

/** Numbered databases that a Redis has unless told otherwise; number 0 is left to those who use a prefix. */
const numbers = Array.from({ length: 15 }, (_, at) => 15 - at);

/** Stays in a database that suites of this kind use, so that one whose run was killed can be told from a foreign one. */
const marker = 'cairn-suites';
const lease = 'cairn-suites:taken';
const leaseMs = 15 * 60_000;

/**
 * A numbered database of a shared Redis for one suite alone. A product has no prefix to set, and two products on one database
 * would do each other's jobs. A database that holds anything but a killed run's leavings is never touched.
 */
export async function claimRedisDatabase(serverUrl: string): Promise<RedisDatabase> {
  for (const number of numbers) {
    const url = new URL(serverUrl);
    url.pathname = `/${number}`;
    const redis = new Redis(url.href, { maxRetriesPerRequest: 1 });
    const isOurs = await claim(redis);
    redis.disconnect();
    if (isOurs) return { url: url.href, release: () => release(url.href) };
  }
  throw new Error('every numbered database of the Redis is in use');
}

async function claim(redis: Redis): Promise<boolean> {
  if ((await redis.dbsize()) > 0 && (await redis.exists(marker)) === 0) return false;
  if ((await redis.set(lease, randomUUID(), 'PX', leaseMs, 'NX')) === null) return false;
  await redis.set(marker, '1');
  await empty(redis);
  return true;
}

async function release(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: 1 });
  await empty(redis);
  await redis.del(marker, lease);
  redis.disconnect();
}

async function empty(redis: Redis): Promise<void> {
  const keys = (await redis.keys('*')).filter((key) => key !== marker && key !== lease);
  if (keys.length > 0) await redis.unlink(...keys);
}
