/** The server processes that are measured. */
export type ServerName = 'bare node' | 'bare fastify' | 'gateway' | 'gateway, Redis';

/** One load on one server; measured once in each round. */
export interface Cell {
  /** Unique. */
  readonly name: string;
  readonly server: ServerName;
  readonly concurrency: number;
  /** Sent round and round; or, made anew for each round, each once. */
  readonly requests: readonly Uint8Array[] | (() => Promise<readonly Uint8Array[]>);
  /** What warms the server up where `requests` can be sent only once. */
  readonly warmUp?: readonly Uint8Array[];
}
