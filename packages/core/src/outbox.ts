/** A job that a transaction left behind; the relay hands it to the queue. */
export interface OutboxEntry {
  readonly id: string;
  readonly projectId: string;
  /** Name in the job catalog. */
  readonly job: string;
  readonly payload: unknown;
}

/**
 * What the queue carries, kept in the database until it was carried. At least once: `dispatch` may see an entry again after a
 * crash, so jobs are enqueued under the entry's id.
 */
export interface Outbox {
  /** Hands up to `limit` waiting entries to `dispatch`, oldest first, and marks those for which it resolved. Returns how many. */
  relay(limit: number, dispatch: (entries: readonly OutboxEntry[]) => Promise<void>): Promise<number>;
  /**
   * Entries carried more than `olderThanSeconds` ago whose work is still not done are put back to waiting, so a queue that
   * lost its jobs loses no work. Returns how many.
   */
  requeueStranded(olderThanSeconds: number): Promise<number>;
  /**
   * Up to `limit` entries carried more than `olderThanSeconds` ago whose work nobody has begun and that do not wait here: what the queue
   * should hold. Changes nothing.
   */
  carried(olderThanSeconds: number, limit: number): Promise<readonly OutboxEntry[]>;
  /** What waits to be handed over; `oldestSeconds` is 0 when nothing does. */
  backlog(): Promise<{ readonly waiting: number; readonly oldestSeconds: number }>;
  /** Calls back soon after a transaction that left an entry commits. Returns a function that ends it. */
  onEntry(wake: () => void): Promise<() => Promise<void>>;
}
