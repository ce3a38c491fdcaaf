import { HttpConnection, type HttpAnswer } from './http-connection.ts';
import type { LoadJob, LoadResult } from './load-job.ts';

/** Warms up, waits for `go`, and runs the measured part. Rejects when a connection breaks. */
export async function runLoad(job: LoadJob, warmedUp: () => Promise<void>): Promise<LoadResult> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const keepBodies = job.keepBodies ?? false;
  const connections = await Promise.all(
    Array.from({ length: job.concurrency }, () => HttpConnection.open(job.port, { keepBodies, broken: reject })),
  );
  try {
    return await Promise.race([broken, measured(connections, job, warmedUp)]);
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function measured(connections: readonly HttpConnection[], job: LoadJob, warmedUp: () => Promise<void>): Promise<LoadResult> {
  const { requests, durationMs = Infinity, keepBodies } = job;
  await new Loop(job.warmUp.requests, { cycles: true }).run(connections, job.warmUp.durationMs);
  await warmedUp();
  const loop = new Loop(requests, { cycles: job.durationMs !== undefined });
  const startedAt = performance.now();
  await loop.run(connections, durationMs);
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...loop.result(), seconds, ...(keepBodies && { bodies: loop.bodies }) };
}

class Loop {
  readonly bodies: string[] = [];
  readonly #requests: readonly Uint8Array[];
  readonly #cycles: boolean;
  readonly #milliseconds: number[] = [];
  #next = 0;
  #failed = 0;

  constructor(requests: readonly Uint8Array[], { cycles }: { readonly cycles: boolean }) {
    this.#requests = requests;
    this.#cycles = cycles;
  }

  /** Resolves when the time is up, or every request was sent, and the last answer is there. */
  async run(connections: readonly HttpConnection[], durationMs: number): Promise<void> {
    const until = performance.now() + durationMs;
    await Promise.all(connections.map((connection) => new Promise<void>((resolve) => this.#drive(connection, until, resolve))));
  }

  result(): Pick<LoadResult, 'succeeded' | 'failed' | 'p50Ms' | 'p99Ms'> {
    const sorted = Float64Array.from(this.#milliseconds).toSorted();
    const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { succeeded: sorted.length - this.#failed, failed: this.#failed, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
  }

  #drive(connection: HttpConnection, until: number, ended: () => void): void {
    const sentAt = performance.now();
    const index = this.#next;
    const request = this.#cycles ? this.#requests[index % this.#requests.length] : this.#requests[index];
    if (request === undefined || sentAt >= until) {
      ended();
      return;
    }
    this.#next += 1;
    connection.send(request, (answer) => {
      this.#milliseconds.push(performance.now() - sentAt);
      if (!isSuccess(answer)) this.#failed += 1;
      if (!this.#cycles) this.bodies[index] = answer.body;
      this.#drive(connection, until, ended);
    });
  }
}

/** MCP answers a tool that failed with 200. */
function isSuccess({ status, body }: HttpAnswer): boolean {
  return status === 200 && !body.includes('"isError":true') && !body.includes('"error":{');
}
