/** One go at the engine; a connection asks for the next only after the one before has been answered. */
export interface Turn {
  /** Runs without a pause; `continued` when the same connection held the gate already. Returns whether it keeps the gate. */
  run(continued: boolean): boolean;
  /** Answers the waiting client instead: it has waited too long, or the engine closes. */
  refuse(reason: 'timeout' | 'closing'): void;
  /** Waits for as long as it takes. */
  readonly patient?: boolean;
}

interface Waiting {
  readonly connection: number;
  readonly turn: Turn;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * First come, first served, one connection at a time. A connection whose turn ends inside a transaction keeps the gate
 * until the transaction is over, so the transactions of two connections never mix in the one session they share.
 */
export class Gate {
  readonly #timeoutMs: number;
  #owner: number | undefined;
  #waiting: Waiting[] = [];

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get owner(): number | undefined {
    return this.#owner;
  }

  enter(connection: number, turn: Turn): void {
    if (this.#owner !== undefined && this.#owner !== connection) {
      this.#wait(connection, turn);
      return;
    }
    this.#take(connection, turn, this.#owner === connection);
    this.#serveWaiting();
  }

  /** The connection is gone: what it waits for is not run. */
  forget(connection: number): void {
    this.#dropWaiting((waiting) => waiting.connection === connection);
  }

  /** Refuses all that wait. */
  close(): void {
    for (const { turn } of this.#dropWaiting(() => true)) turn.refuse('closing');
  }

  #take(connection: number, turn: Turn, continued: boolean): void {
    this.#owner = connection;
    if (!turn.run(continued)) this.#owner = undefined;
  }

  #serveWaiting(): void {
    while (this.#owner === undefined) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      clearTimeout(next.timer);
      this.#take(next.connection, next.turn, false);
    }
  }

  #wait(connection: number, turn: Turn): void {
    const expire = () => {
      this.#dropWaiting((waiting) => waiting.turn === turn);
      turn.refuse('timeout');
    };
    const timer = turn.patient === true ? undefined : setTimeout(expire, this.#timeoutMs);
    this.#waiting.push({ connection, turn, timer });
  }

  #dropWaiting(drop: (waiting: Waiting) => boolean): readonly Waiting[] {
    const dropped = this.#waiting.filter((waiting) => drop(waiting));
    for (const { timer } of dropped) clearTimeout(timer);
    this.#waiting = this.#waiting.filter((waiting) => !drop(waiting));
    return dropped;
  }
}
