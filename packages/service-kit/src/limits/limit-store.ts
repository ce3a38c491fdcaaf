import type { Redis, Result } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { WindowCounter } from './window-counter.ts';
import type { Count } from './window-counter.ts';

/** A store of the rate limit plugin; `degraded` while it counts for this process alone though it should not. */
export interface LimitStore {
  incr(key: string, callback: CountCallback, windowMs: number): void;
  child(): LimitStore;
  readonly degraded: boolean;
  close(): void;
}

/** Counts in this process. */
export function createLocalStore(counter = new WindowCounter()): LimitStore {
  const store: LimitStore = {
    degraded: false,
    incr: (key, callback, windowMs) => callback(null, counter.add(key, windowMs)),
    child: () => store,
    close: () => {},
  };
  return store;
}

export interface SharedStoreOptions {
  readonly redis: Redis;
  readonly logger: Logger;
  /** Put before every key. Default `cairn:limit:`. */
  readonly keyPrefix?: string;
}

/** Longest wait for Redis in one request, in milliseconds. */
const deadlineMs = 25;

/** Wait before Redis is tried again, in milliseconds. */
const retryMs = 1_000;

/** One round trip. A counter that has no expiry, for whatever reason, gets one: none may block a credential for good. */
const countScript = `
local current = redis.call('INCR', KEYS[1])
local ttl = redis.call('PTTL', KEYS[1])
if ttl < 0 then
  ttl = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ttl)
end
return { current, ttl }
`;

type CountCallback = (error: Error | null, count?: Count) => void;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `countScript`, once it is defined on the client. */
    cairnCount(key: string, windowMs: number): Result<[current: number, ttl: number], Context>;
  }
}

/**
 * Counts in Redis, for all processes together. When Redis fails or does not answer in 25 ms, this process counts for itself,
 * from where Redis stood, until a ping tells that it is back; what was counted meanwhile is not carried over. Callers never see
 * an error and never wait longer.
 */
export function createSharedStore({ redis, logger, keyPrefix = 'cairn:limit:' }: SharedStoreOptions): LimitStore {
  redis.defineCommand('cairnCount', { numberOfKeys: 1, lua: countScript });
  return new SharedStore(redis, logger, keyPrefix);
}

class SharedStore implements LimitStore {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #keyPrefix: string;
  readonly #local = new WindowCounter();
  #degraded = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(redis: Redis, logger: Logger, keyPrefix: string) {
    this.#redis = redis;
    this.#logger = logger;
    this.#keyPrefix = keyPrefix;
  }

  get degraded(): boolean {
    return this.#degraded;
  }

  incr(key: string, callback: CountCallback, windowMs: number): void {
    if (!this.#degraded && this.#redis.status !== 'ready') this.#degrade(new Error(`the connection is ${this.#redis.status}`));
    if (this.#degraded) {
      callback(null, this.#local.add(key, windowMs));
      return;
    }
    void this.#answer(key, windowMs, callback);
  }

  child(): this {
    return this;
  }

  close(): void {
    clearTimeout(this.#retry);
  }

  async #answer(key: string, windowMs: number, callback: CountCallback): Promise<void> {
    callback(null, await this.#count(key, windowMs));
  }

  async #count(key: string, windowMs: number): Promise<Count> {
    try {
      const [current, ttl] = await withDeadline(this.#redis.cairnCount(this.#keyPrefix + key, windowMs));
      this.#local.adopt(key, { current, ttl });
      return { current, ttl };
    } catch (error) {
      this.#degrade(error);
      return this.#local.add(key, windowMs);
    }
  }

  #degrade(error: unknown): void {
    if (this.#degraded) return;
    this.#degraded = true;
    this.#logger.warn({ err: error }, 'the shared store of rate limits does not answer; each process counts for itself');
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#tryAgain(), retryMs).unref();
  }

  async #tryAgain(): Promise<void> {
    const isBack =
      this.#redis.status === 'ready' &&
      (await withDeadline(this.#redis.ping()).then(
        () => true,
        () => false,
      ));
    if (!isBack) {
      this.#retryLater();
      return;
    }
    this.#degraded = false;
    this.#logger.info('the shared store of rate limits answers again');
  }
}

/** Rejects when the answer is late. */
function withDeadline<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    // After a stall of this process the timer comes before the answers that wait in the sockets: those are read first.
    const expire = (): unknown => setImmediate(reject, new Error(`no answer within ${deadlineMs} ms`));
    const deadline = setTimeout(expire, deadlineMs);
    answer.then(resolve, reject).finally(() => clearTimeout(deadline));
  });
}
