/** Which connections listen to which channel; the shared session listens to all of them. */
export class Channels<Listener> {
  readonly #listeners = new Map<string, Set<Listener>>();

  listen(listener: Listener, channel: string): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
  }

  /** `*` leaves every channel. */
  unlisten(listener: Listener, channel: string): void {
    for (const name of channel === '*' ? this.all() : [channel]) {
      const listeners = this.#listeners.get(name);
      listeners?.delete(listener);
      if (listeners?.size === 0) this.#listeners.delete(name);
    }
  }

  all(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  listenersOf(channel: string): Iterable<Listener> {
    return this.#listeners.get(channel) ?? [];
  }
}
