/** Nobody got the engine for so long: most likely a transaction waits for a query outside it. */
export class GateTimeout extends Error {
  constructor(ms: number) {
    super(`the embedded database was held by another transaction for ${ms} ms; does a transaction wait for a query outside it?`);
    this.name = 'GateTimeout';
  }
}

interface Waiter<Owner> {
  readonly owner: Owner;
  readonly enter: () => void;
  readonly fail: (error: Error) => void;
}

/** Lets one owner at a time use the engine, in the order in which they asked; the owner may ask again at once. */
export class Gate<Owner> {
  readonly #timeoutMs: number;
  #owner: Owner | undefined;
  #waiting: Waiter<Owner>[] = [];

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Undefined when the gate is the owner's at once, which is the common case and costs no turn of the loop. */
  enter(owner: Owner): Promise<void> | undefined {
    if (this.#owner === undefined || this.#owner === owner) {
      this.#owner = owner;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#drop(waiter);
      reject(new GateTimeout(this.#timeoutMs));
    }, this.#timeoutMs);
    const waiter: Waiter<Owner> = {
      owner,
      enter: () => {
        clearTimeout(timer);
        resolve();
      },
      fail: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    this.#waiting.push(waiter);
    return promise;
  }

  leave(owner: Owner): void {
    if (this.#owner !== owner) return;
    const next = this.#waiting.shift();
    this.#owner = next?.owner;
    next?.enter();
  }

  holds(owner: Owner): boolean {
    return this.#owner === owner;
  }

  /** Ends the owner's wait, if it waits. */
  giveUp(owner: Owner, error: Error): void {
    for (const waiter of this.#waiting.filter((one) => one.owner === owner)) {
      this.#drop(waiter);
      waiter.fail(error);
    }
  }

  #drop(waiter: Waiter<Owner>): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiter);
  }
}
