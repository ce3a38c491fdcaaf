import type { RedisKind } from './redis-kinds.ts';

/** A Postgres or Redis of a test's own, on a port of this machine. Its data lives in a temporary place. */
export type Service = {
  /** Where it answers; stays the same over restarts. */
  readonly url: string;
  /** Shuts it down in order, keeping the data for a `restart()`. Resolves once it is down; nothing happens when it already is. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would (SIGKILL), keeping what data had reached the disk. Resolves once it is down. */
  kill(): Promise<void>;
  /** Brings it up again on the same port and data, stopping it first when it runs. Resolves once it answers. */
  restart(): Promise<void>;
  /** Stops it in its tracks, as a disk would that does not answer: connections stay open and are silent. */
  pause(): Promise<void>;
  /** Lets it go on. */
  resume(): Promise<void>;
  /** Stops it and drops its data for good. Happens by itself when the process that started it ends, however it ends. */
  remove(): Promise<void>;
};

export type ServiceOptions = {
  /** Port on 127.0.0.1; a free one when absent. */
  readonly port?: number;
  /** An empty folder for the data, which stays the caller's; one of its own when absent. Not for containers. */
  readonly dataFolder?: string;
  /** Settings of the server itself, by the names that it gives them; they win over the ones that suit tests. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Where servers of a test's own come from. */
export type ServerSource =
  | { readonly kind: 'docker' }
  /** Folders that hold `initdb` and `postgres`, and `redis-server`; those of other kinds of Redis where there are any. */
  | {
      readonly kind: 'binaries';
      readonly postgres: string;
      readonly redis: string;
      readonly others?: Readonly<Partial<Record<RedisKind, string>>>;
    };
