import { CairnError } from '@cairn/core';
import type { Principal } from '@cairn/core';
import type { UsageCount, UsageRepository } from '@cairn/storage';

export interface UsageCounterOptions {
  readonly add: UsageRepository['add'];
  /** Told once of a flush of which something failed. */
  readonly onFault: (error: unknown) => void;
  /** Told of how many events were not counted for want of room. */
  readonly onOverflow: (uncounted: number) => void;
  /** Counts kept at once; past it new ones wait for a flush and what they would count is not counted. Default 50,000. */
  readonly maxCounts?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export type Caller = Pick<Principal, 'projectId' | 'credentialId' | 'kind'>;

/** What one event is counted as. */
export interface Counted {
  readonly as: UsageCount['counted'];
  readonly name: string;
  readonly isLimited?: boolean;
}

/** Most counts of one write. */
const batchSize = 2_000;

const hourMs = 3_600_000;

type Batch = readonly (readonly [string, Cell])[];

type Cell = { -readonly [Member in keyof UsageCount]: UsageCount[Member] };

/**
 * Counts in the memory of this process and adds what it counted to the store in batches. Whoever counts waits for nothing. What was
 * counted since the last flush is lost when the process is killed; a write whose answer was lost may be added twice.
 */
export class UsageCounter {
  readonly #options: UsageCounterOptions;
  readonly #maxCounts: number;
  readonly #now: () => number;
  #cells = new Map<string, Map<string, Cell>>();
  #size = 0;
  #uncounted = 0;
  #flushing: Promise<void> | undefined;

  constructor(options: UsageCounterOptions) {
    this.#options = options;
    this.#maxCounts = options.maxCounts ?? 50_000;
    this.#now = options.now ?? Date.now;
  }

  count(caller: Caller, { as, name, isLimited = false }: Counted): void {
    const hour = Math.floor(this.#now() / hourMs);
    const cell = this.#cellOf(caller, `${hour} ${caller.credentialId} ${as} ${name}`, () => ({
      hour: new Date(hour * hourMs).toISOString(),
      credentialId: caller.credentialId,
      credentialKind: caller.kind,
      counted: as,
      name,
      n: 0,
      limited: 0,
    }));
    if (cell === undefined) {
      this.#uncounted += 1;
      return;
    }
    cell.n += 1;
    if (isLimited) cell.limited += 1;
  }

  /** Adds everything that was counted so far. Never rejects: what cannot be added is kept for the next flush. */
  async flush(): Promise<void> {
    // One at a time, and the last one has all of it.
    while (this.#flushing !== undefined) await this.#flushing;
    this.#flushing = this.#flushAll().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async #flushAll(): Promise<void> {
    const taken = this.#cells;
    this.#cells = new Map();
    this.#size = 0;
    if (this.#uncounted > 0) this.#options.onOverflow(this.#uncounted);
    this.#uncounted = 0;
    const faults: unknown[] = [];
    for (const [projectId, cells] of taken) {
      const entries = [...cells];
      for (let from = 0; from < entries.length; from += batchSize) {
        const batch = entries.slice(from, from + batchSize);
        // A store that is away is not asked again for each project.
        if (faults.some(isAway) || !(await this.#add(projectId, batch, faults))) this.#putBackAll(projectId, batch);
      }
    }
    if (faults.length > 0) this.#options.onFault(faults[0]);
  }

  async #add(projectId: string, batch: Batch, faults: unknown[]): Promise<boolean> {
    try {
      await this.#options.add(
        projectId,
        batch.map(([, cell]) => cell),
      );
      return true;
    } catch (error) {
      faults.push(error);
      return false;
    }
  }

  #putBackAll(projectId: string, batch: Batch): void {
    for (const [key, cell] of batch) this.#putBack(projectId, key, cell);
  }

  #putBack(projectId: string, key: string, { n, limited, ...cell }: Cell): void {
    const kept = this.#cellOf({ projectId }, key, () => ({ ...cell, n: 0, limited: 0 }));
    if (kept === undefined) {
      this.#uncounted += n;
      return;
    }
    kept.n += n;
    kept.limited += limited;
  }

  #cellOf({ projectId }: Pick<Caller, 'projectId'>, key: string, make: () => Cell): Cell | undefined {
    let cells = this.#cells.get(projectId);
    const known = cells?.get(key);
    if (known !== undefined) return known;
    if (this.#size >= this.#maxCounts) return undefined;
    const cell = make();
    if (cells === undefined) this.#cells.set(projectId, (cells = new Map()));
    cells.set(key, cell);
    this.#size += 1;
    return cell;
  }
}

const isAway = (error: unknown): boolean => error instanceof CairnError && error.code === 'STORE_UNAVAILABLE';
