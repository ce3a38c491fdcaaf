import type { Outbox, OutboxEntry } from '@cairn/core';

interface Row {
  readonly entry: OutboxEntry;
  state: 'waiting' | 'taken' | 'carried';
  carriedAt: number;
}

/** An outbox in memory: entries wait, are taken by one relay at a time, carried, and done once their work is. */
export class MemoryOutbox implements Outbox {
  readonly #entries = new Map<string, Row>();
  readonly #listeners = new Set<() => void>();

  add(...entries: readonly OutboxEntry[]): void {
    for (const entry of entries) this.#entries.set(entry.id, { entry, state: 'waiting', carriedAt: 0 });
    for (const wake of this.#listeners) wake();
  }

  done(id: string): void {
    this.#entries.delete(id);
  }

  get undone(): number {
    return this.#entries.size;
  }

  get waiting(): number {
    return [...this.#entries.values()].filter(({ state }) => state === 'waiting').length;
  }

  async relay(limit: number, dispatch: (entries: readonly OutboxEntry[]) => Promise<void>): Promise<number> {
    const taken = [...this.#entries.values()].filter(({ state }) => state === 'waiting').slice(0, limit);
    if (taken.length === 0) return 0;
    for (const row of taken) row.state = 'taken';
    try {
      await dispatch(taken.map(({ entry }) => entry));
      for (const row of taken) Object.assign(row, { state: 'carried', carriedAt: performance.now() });
    } catch (error) {
      for (const row of taken) row.state = 'waiting';
      throw error;
    }
    return taken.length;
  }

  async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
    return { waiting: this.waiting, oldestSeconds: 0 };
  }

  async carried(olderThanSeconds: number, limit: number): Promise<readonly OutboxEntry[]> {
    const since = performance.now() - olderThanSeconds * 1000;
    const rows = [...this.#entries.values()].filter(({ state, carriedAt }) => state === 'carried' && carriedAt < since);
    return rows.slice(0, limit).map(({ entry }) => entry);
  }

  async requeueStranded(olderThanSeconds: number): Promise<number> {
    const since = performance.now() - olderThanSeconds * 1000;
    const stranded = [...this.#entries.values()].filter(({ state, carriedAt }) => state === 'carried' && carriedAt < since);
    for (const row of stranded) row.state = 'waiting';
    return stranded.length;
  }

  async onEntry(wake: () => void): Promise<() => Promise<void>> {
    this.#listeners.add(wake);
    return async () => void this.#listeners.delete(wake);
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}
