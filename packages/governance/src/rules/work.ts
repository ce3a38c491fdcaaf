/** More would have to be done to decide than an action may cost. */
export class TooMuchWork extends Error {
  constructor() {
    super('the action names more than these rules can be held against');
  }
}

/** What may be done for one decision: about so many characters of paths that are held against patterns, in a tenth of a second. */
const most = 20_000_000;

/** Counts what is done for one decision, so that no rules and no action take a process away from everybody else. */
export class Work {
  #left = most;

  /** @throws TooMuchWork once it is more than an action may cost. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
  }
}
