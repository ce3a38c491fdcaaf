import { randomUUID } from 'node:crypto';

/** What a session holds on to. */
export interface SessionBody {
  close(): void;
}

export interface SessionLimits {
  /** Sessions of one credential; a further one ends its least recently used. Default 16. */
  readonly maxPerCredential?: number;
  /** Sessions of this process; a client that comes then is served without one. Default 1,000. */
  readonly maxTotal?: number;
  /** Milliseconds without a request or an open stream after which a session ends. Default 30 minutes. */
  readonly idleMs?: number;
}

/** One client's session. It belongs to the credential that opened it: for every other one it does not exist. */
export interface Session<Body extends SessionBody> {
  readonly id: string;
  readonly credentialId: string;
  readonly body: Body;
}

interface Entry<Body extends SessionBody> extends Session<Body> {
  lastUsed: number;
  /** Requests and streams under way. */
  held: number;
}

/** The sessions of this process. Another process knows nothing of them. */
export class SessionStore<Body extends SessionBody> {
  readonly #entries = new Map<string, Entry<Body>>();
  readonly #limits: Required<SessionLimits>;
  readonly #now: () => number;

  constructor({ maxPerCredential = 16, maxTotal = 1000, idleMs = 30 * 60_000 }: SessionLimits = {}, now = () => performance.now()) {
    this.#limits = { maxPerCredential, maxTotal, idleMs };
    this.#now = now;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Undefined when this process holds as many as it may. */
  open(credentialId: string, make: (id: string) => Body): Session<Body> | undefined {
    const own = [...this.#entries.values()].filter((entry) => entry.credentialId === credentialId);
    if (own.length >= this.#limits.maxPerCredential) this.end(leastRecentlyUsed(own));
    else if (this.#entries.size >= this.#limits.maxTotal) return undefined;
    const id = randomUUID();
    const entry: Entry<Body> = { id, credentialId, body: make(id), lastUsed: this.#now(), held: 0 };
    this.#entries.set(id, entry);
    return entry;
  }

  find(id: string, credentialId: string): Session<Body> | undefined {
    const entry = this.#entries.get(id);
    return entry?.credentialId === credentialId ? entry : undefined;
  }

  /** Keeps the session from growing idle until the returned function is called. */
  hold({ id }: Session<Body>): () => void {
    const entry = this.#entries.get(id);
    if (!entry) return () => undefined;
    entry.held += 1;
    return () => {
      entry.held -= 1;
      entry.lastUsed = this.#now();
    };
  }

  end({ id, body }: Session<Body>): void {
    if (this.#entries.delete(id)) body.close();
  }

  endIdle(): void {
    const oldest = this.#now() - this.#limits.idleMs;
    for (const entry of this.#entries.values()) if (entry.held === 0 && entry.lastUsed < oldest) this.end(entry);
  }

  endAll(): void {
    for (const entry of this.#entries.values()) this.end(entry);
  }
}

function leastRecentlyUsed<Body extends SessionBody>(entries: readonly Entry<Body>[]): Entry<Body> {
  return entries.reduce((oldest, entry) => (rank(entry) < rank(oldest) ? entry : oldest));
}

// One that is in use goes last, whenever it was used before.
function rank({ held, lastUsed }: { held: number; lastUsed: number }): number {
  return held > 0 ? Infinity : lastUsed;
}
