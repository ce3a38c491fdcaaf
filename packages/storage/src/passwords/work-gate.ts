import { CairnError } from '@cairn/core';

export interface WorkGateOptions {
  readonly atOnce: number;
  /** How many more may wait, first come first served. */
  readonly waiting: number;
}

/** Lets only so much costly work run at once, and refuses what would wait too long. */
export class WorkGate {
  readonly #waitingMost: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor({ atOnce, waiting }: WorkGateOptions) {
    this.#free = atOnce;
    this.#waitingMost = waiting;
  }

  /** @throws RATE_LIMITED when too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#waitingMost) {
      throw new CairnError('RATE_LIMITED', { message: 'too many sign-ins at once; try again in a few seconds', retryAfter: 3 });
    }
    await new Promise<void>((enter) => {
      this.#waiting.push(enter);
    });
  }

  /** The place goes to the one that waited longest; nobody who comes later can take it in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
