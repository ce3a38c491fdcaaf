/** What a load is: so many connections, each sending its next request when the answer to the last one is there. */
export interface LoadJob {
  readonly port: number;
  /** Whole HTTP requests. */
  readonly requests: readonly Uint8Array[];
  readonly concurrency: number;
  /** How long the measured part runs; left out, every request is sent once. */
  readonly durationMs?: number;
  /** Sent round and round before anything is measured, so that connections, plans and compiled code are warm. */
  readonly warmUp: { readonly requests: readonly Uint8Array[]; readonly durationMs: number };
  /** Return the body of each answer, by the place of its request. Default false. */
  readonly keepBodies?: boolean;
}

export interface LoadResult {
  /** Answers that said that the call succeeded. */
  readonly succeeded: number;
  /** Answers of another status than 200, and tool results that are errors. */
  readonly failed: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bodies?: readonly string[];
}

/** From the process that sends. */
export type LoadReport =
  | { readonly kind: 'warm' }
  | { readonly kind: 'done'; readonly result: LoadResult }
  | { readonly kind: 'broken'; readonly reason: string };

/** To the process that sends; `go` answers `warm`. */
export type LoadOrder = { readonly kind: 'job'; readonly job: LoadJob } | { readonly kind: 'go' };
