interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatheringOptions<Item, Result> {
  /** Does the work of some items at once; what it gives, or throws, is the answer to each of them. */
  readonly work: (items: readonly Item[]) => Promise<Result>;
  /** Items that one piece of work takes. */
  readonly maxItems: number;
  /** Called when nothing is left to do. */
  readonly idle: () => void;
}

/**
 * Does work for many items at a time without making any of them wait for company: an item is worked on at once when nothing is
 * under way; those that come meanwhile go together in the next piece of work.
 */
export class Gathering<Item, Result> {
  readonly #options: GatheringOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  constructor(options: GatheringOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isWorking) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isWorking = true;
    while (this.#waiting.length > 0) await this.#work(this.#waiting.splice(0, this.#options.maxItems));
    this.#isWorking = false;
    this.#options.idle();
  }

  async #work(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const result = await this.#options.work(taken.map(({ item }) => item));
      for (const { resolve } of taken) resolve(result);
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }
}
