/** Where a key stands in its window. */
export interface Count {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

interface Window {
  count: number;
  endsAt: number;
}

export interface WindowCounterOptions {
  /** Keys kept at once; past it the one whose window started first is forgotten. Default 100,000. */
  readonly maxKeys?: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
}

/** Counts events per key in fixed windows that start with a key's first event; in memory and bounded. */
export class WindowCounter {
  readonly #windows = new Map<string, Window>();
  readonly #maxKeys: number;
  readonly #now: () => number;

  constructor({ maxKeys = 100_000, now = () => performance.now() }: WindowCounterOptions = {}) {
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  /** Counts one event. */
  add(key: string, windowMs: number): Count {
    const now = this.#now();
    const window = this.#live(key, now) ?? this.#open(key, now + windowMs);
    window.count += 1;
    return { current: window.count, ttl: window.endsAt - now };
  }

  /** How it stands, without counting; zero outside a window. */
  peek(key: string): Count {
    const now = this.#now();
    const window = this.#live(key, now);
    return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now };
  }

  /** Takes over where another counter stands, so that counting can go on here. */
  adopt(key: string, { current, ttl }: Count): void {
    const now = this.#now();
    const window = this.#live(key, now) ?? this.#open(key, now + ttl);
    window.count = current;
    window.endsAt = now + ttl;
  }

  /** Keys that are kept, those of windows that are over among them. */
  get size(): number {
    return this.#windows.size;
  }

  #live(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window !== undefined && window.endsAt > now ? window : undefined;
  }

  #open(key: string, endsAt: number): Window {
    const window = { count: 0, endsAt };
    // Set anew, so that the map stays in the order in which windows started.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    this.#forget();
    return window;
  }

  /** Drops a few windows that are over, or the oldest when there are too many: each new key pays for an old one. */
  #forget(): void {
    const now = this.#now();
    let looked = 0;
    for (const [key, { endsAt }] of this.#windows) {
      looked += 1;
      if (looked > 2 || (endsAt > now && this.#windows.size <= this.#maxKeys)) return;
      this.#windows.delete(key);
    }
  }
}
