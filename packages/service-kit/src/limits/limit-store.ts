import { WindowCounter } from './window-counter.ts';
import type { Count } from './window-counter.ts';

export type CountCallback = (error: Error | null, count?: Count) => void;

/** A store of the rate limit plugin; `degraded` while it counts for this process alone though it should not. */
export interface LimitStore {
  incr(key: string, callback: CountCallback, windowMs: number): void;
  child(): LimitStore;
  /** Removes what was counted for keys; how many there were, or null when the store did not answer. Counts in this process lapse by themselves. */
  forget(keys: readonly string[]): Promise<number | null>;
  /** Where keys stand, in their order, without counting; null when the store did not answer. */
  peek(keys: readonly string[]): Promise<readonly Count[] | null>;
  readonly degraded: boolean;
  close(): void;
}

/** Counts in this process. */
export function createLocalStore(counter = new WindowCounter()): LimitStore {
  const store: LimitStore = {
    degraded: false,
    incr: (key, callback, windowMs) => callback(null, counter.add(key, windowMs)),
    child: () => store,
    forget: async () => 0,
    peek: async (keys) => keys.map((key) => counter.peek(key)),
    close: () => {},
  };
  return store;
}
