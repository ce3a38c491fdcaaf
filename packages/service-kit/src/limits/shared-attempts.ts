import { AttemptLimiter } from '@cairn/auth';
import type { AttemptCounting, AttemptLimit, Attempts } from '@cairn/auth';
import type { Redis, Result } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { withDeadline } from './deadline.ts';

export interface SharedAttemptsOptions {
  /** Build it with `createLimitRedis`. */
  readonly redis: Redis;
  readonly logger: Logger;
  /** Put before every key. Default `cairn:attempts:`. */
  readonly keyPrefix?: string;
}

/** Longest wait for Redis in one attempt, in milliseconds. */
const deadlineMs = 50;

/** Wait before Redis is asked again, in milliseconds. */
const retryMs = 1_000;

/**
 * The rule of `AttemptLimiter` on the clock of Redis: one number per key, which says when the key will have all its attempts again. No
 * key is ever further than its limit can bring it, so that a clock that was set back keeps nobody out for longer than the window.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval, tolerance = tonumber(ARGV[1]), tonumber(ARGV[2])
local fullAt = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or now), now), now + tolerance + interval)
local wait = fullAt - now - tolerance
if wait > 0 then
  return math.ceil(wait)
end
redis.call('SET', KEYS[1], string.format('%.3f', fullAt + interval), 'PX', math.ceil(fullAt + interval - now))
return 0
`;

const giveBackScript = `
local fullAt = redis.call('GET', KEYS[1])
if fullAt then
  redis.call('SET', KEYS[1], string.format('%.3f', fullAt - ARGV[1]), 'KEEPTTL')
end
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `takeScript`, once it is defined on the client. */
    cairnTake(key: string, intervalMs: number, toleranceMs: number): Result<number, Context>;
    /** `giveBackScript`, once it is defined on the client. */
    cairnGiveBack(key: string, intervalMs: number): Result<null, Context>;
  }
}

/**
 * Counts attempts in Redis, for all processes together, and in this process as well: while Redis fails or does not answer in 50 ms,
 * what this process saw decides, so nobody is kept out by an outage and nobody gets more of one process than the limit. Callers never see
 * an error.
 */
export function createSharedAttempts({ redis, logger, keyPrefix = 'cairn:attempts:' }: SharedAttemptsOptions): AttemptCounting {
  redis.defineCommand('cairnTake', { numberOfKeys: 1, lua: takeScript });
  redis.defineCommand('cairnGiveBack', { numberOfKeys: 1, lua: giveBackScript });
  const line = new Line(redis, logger);
  return (purpose, limit) => new SharedAttempts(line, `${keyPrefix}${purpose}:`, limit);
}

/** The way to Redis: left alone for a while after it failed, so that its outage costs nobody more than one wait. */
class Line {
  readonly #redis: Redis;
  readonly #logger: Logger;
  #retryAt = 0;
  #isDown = false;

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
  }

  /** Undefined when Redis does not answer. */
  async ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer | undefined> {
    if (performance.now() < this.#retryAt) return undefined;
    try {
      const answer = await withDeadline(command(this.#redis), deadlineMs);
      if (this.#isDown) this.#logger.info('the shared count of attempts answers again');
      this.#isDown = false;
      return answer;
    } catch (error) {
      if (!this.#isDown) this.#logger.warn({ err: error }, 'the shared count of attempts does not answer; each process counts for itself');
      this.#isDown = true;
      this.#retryAt = performance.now() + retryMs;
      return undefined;
    }
  }
}

class SharedAttempts implements Attempts {
  readonly #line: Line;
  readonly #keyPrefix: string;
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #here: AttemptLimiter;

  constructor(line: Line, keyPrefix: string, limit: AttemptLimit) {
    this.#line = line;
    this.#keyPrefix = keyPrefix;
    this.#intervalMs = (limit.windowSeconds * 1000) / limit.attempts;
    this.#toleranceMs = this.#intervalMs * (limit.attempts - 1);
    this.#here = new AttemptLimiter({ limit });
  }

  async take(key: string): Promise<number> {
    const waitHere = this.#here.take(key);
    if (waitHere > 0) return waitHere;
    const waitMs = await this.#line.ask((redis) => redis.cairnTake(this.#keyPrefix + key, this.#intervalMs, this.#toleranceMs));
    if (waitMs === undefined || waitMs === 0) return 0;
    this.#here.giveBack(key);
    return Math.max(1, Math.ceil(waitMs / 1000));
  }

  giveBack(key: string): void {
    this.#here.giveBack(key);
    void this.#line.ask((redis) => redis.cairnGiveBack(this.#keyPrefix + key, this.#intervalMs));
  }
}
