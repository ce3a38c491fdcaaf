interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatheringOptions<Item, Result> {
  /** Does the work of some items at once: a result for each, in their order. What it throws is the answer to all of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items that one piece of work takes. */
  readonly maxItems: number;
  /** Called when nothing is left to do. */
  readonly idle: () => void;
}

/** Gives an item its answer. */
type Answer<Item, Result> = (one: Waiting<Item, Result>, index: number) => void;

/**
 * Does work for many items at a time without making any of them wait for company: an item is worked on at once when nothing is
 * under way; those that come meanwhile go together in the next piece of work. That is sent on its way before the answers to the last
 * one are given, so that the one who does the work never waits for what is made of the answers.
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
    let current = this.#begin();
    while (current) {
      const { taken, outcome } = current;
      const answer = await outcome;
      current = this.#begin();
      // A pool sends a statement on the next tick.
      if (current) process.nextTick(() => taken.forEach(answer));
      else taken.forEach(answer);
    }
    this.#isWorking = false;
    this.#options.idle();
  }

  #begin() {
    if (this.#waiting.length === 0) return undefined;
    const taken = this.#waiting.splice(0, this.#options.maxItems);
    return { taken, outcome: this.#work(taken.map(({ item }) => item)) };
  }

  async #work(items: readonly Item[]): Promise<Answer<Item, Result>> {
    try {
      const results = await this.#options.work(items);
      return ({ resolve }, index) => resolve(results[index] as Result);
    } catch (error) {
      return ({ reject }) => reject(error);
    }
  }
}
