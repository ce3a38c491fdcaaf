interface Read<Value> {
  /** When the query was sent, not when it was answered: what it saw can be no older. */
  readonly sentAt: number;
  readonly value: Value;
}

/** Milliseconds on a clock that never goes back. */
export type Clock = () => number;

/**
 * Values that were read from a store and may be used for one lease after the query for them was sent. Calls for one key share
 * the query under way while it is young enough, so a call never gets an answer whose query was sent more than a lease before
 * the call. Refusals and failures are shared but not kept.
 */
export class LeaseCache<Value extends object, Refusal extends string> {
  readonly #leaseMs: number;
  readonly #now: Clock;
  readonly #maxEntries: number;
  readonly #kept = new Map<string, Read<Value>>();
  readonly #underWay = new Map<string, Read<Promise<Value | Refusal>>>();
  #staleUntil = Number.NEGATIVE_INFINITY;

  constructor({ leaseMs, now, maxEntries }: { leaseMs: number; now: Clock; maxEntries: number }) {
    this.#leaseMs = leaseMs;
    this.#now = now;
    this.#maxEntries = maxEntries;
  }

  /** The value when its lease still runs. */
  peek(key: string): Value | undefined {
    const read = this.#kept.get(key);
    return read !== undefined && this.#isFresh(read) ? read.value : undefined;
  }

  /** Whether a value was read for the key lately and no later read refused it; its lease may be over. */
  remembers(key: string): boolean {
    return this.#kept.has(key);
  }

  get(key: string, query: () => Promise<Value | Refusal>): Promise<Value | Refusal> {
    const value = this.peek(key);
    if (value !== undefined) return Promise.resolve(value);
    const underWay = this.#underWay.get(key);
    return underWay !== undefined && this.#isFresh(underWay) ? underWay.value : this.#send(key, query);
  }

  /** Ends every lease: what was read, or is being read, before this call is not given to a call after it. */
  endLeases(): void {
    this.#staleUntil = this.#now();
  }

  #send(key: string, query: () => Promise<Value | Refusal>): Promise<Value | Refusal> {
    const sentAt = this.#now();
    const sent: Read<Promise<Value | Refusal>> = {
      sentAt,
      value: this.#ask(key, sentAt, query).finally(() => {
        if (this.#underWay.get(key) === sent) this.#underWay.delete(key);
      }),
    };
    this.#underWay.set(key, sent);
    return sent.value;
  }

  async #ask(key: string, sentAt: number, query: () => Promise<Value | Refusal>): Promise<Value | Refusal> {
    const answer = await query();
    const kept = this.#kept.get(key);
    // Answers may come in another order than their queries were sent; the one sent last knows best.
    if (kept !== undefined && kept.sentAt > sentAt) return answer;
    this.#kept.delete(key);
    if (typeof answer !== 'string') this.#keep(key, { sentAt, value: answer });
    return answer;
  }

  #keep(key: string, read: Read<Value>): void {
    this.#kept.set(key, read);
    if (this.#kept.size <= this.#maxEntries) return;
    const oldest = this.#kept.keys().next();
    if (!oldest.done) this.#kept.delete(oldest.value);
  }

  #isFresh({ sentAt }: { readonly sentAt: number }): boolean {
    return sentAt > this.#staleUntil && this.#now() - sentAt < this.#leaseMs;
  }
}
