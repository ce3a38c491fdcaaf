/** A stream that outlives the check of its credential. */
export interface Watched {
  /** Whether the credential would be let in now. */
  stillValid(): Promise<boolean>;
  end(): void;
}

/** Ends the open streams of credentials that were revoked since. */
export class StreamWatch {
  readonly #open = new Set<Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor(everyMs: number) {
    this.#timer = setInterval(() => void this.check(), everyMs).unref();
  }

  /** Returns what ends the watch. */
  add(watched: Watched): () => void {
    this.#open.add(watched);
    return () => this.#open.delete(watched);
  }

  async check(): Promise<void> {
    await Promise.all([...this.#open].map(endWhenRefused));
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

async function endWhenRefused(watched: Watched): Promise<void> {
  if (!(await watched.stillValid())) watched.end();
}
