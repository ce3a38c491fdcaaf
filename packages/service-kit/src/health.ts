import { WritesRefused, type WriteRefusal } from '@cairn/core';
import type { FastifyInstance } from 'fastify';

/** Rejects when the dependency cannot serve. */
export type Probe = () => Promise<unknown>;

/**
 * `failed`: it said no; `timeout`: it did not answer. Why is in the log, never in the answer, but for a store that answers and takes no
 * writes: whoever operates it has to make room or let it be written to.
 */
type CheckState = 'ok' | 'failed' | 'timeout' | WriteRefusal;

interface Readiness {
  readonly status: 'ready' | 'unavailable';
  readonly checks: Readonly<Record<string, CheckState>>;
}

export interface ReadinessOptions {
  /** By name of the dependency, as the answer shows it. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** States that are worth knowing and do not decide; in the answer by name. */
  readonly notes?: (() => Readonly<Record<string, string>>) | undefined;
  /** Milliseconds that one probe may take; all run at once. Default 2,000. */
  readonly timeoutMs?: number;
}

/** Milliseconds for which a result stands, so that anybody's requests cost the dependencies only so many probes. */
const validMs = 250;

/**
 * Serves `GET` and `HEAD /readyz` under any Host and without a credential: 200 when every probe resolves, else 503, with
 * `Retry-After`, that names the ones that do not.
 */
export function serveReadiness(app: FastifyInstance, { probes, notes, timeoutMs = 2_000 }: ReadinessOptions): void {
  const judge = shared(async (): Promise<Readiness> => {
    const checks = await Promise.all(Object.entries(probes).map(async ([name, probe]) => [name, await run(name, probe)] as const));
    const isReady = checks.every(([, state]) => state === 'ok');
    return { status: isReady ? 'ready' : 'unavailable', checks: Object.fromEntries(checks) };
  });

  const run = async (name: string, probe: Probe): Promise<CheckState> => {
    try {
      return await withTimeout(probe, timeoutMs);
    } catch (error) {
      app.log.warn({ err: error, dependency: name }, 'a dependency cannot serve');
      return error instanceof WritesRefused ? error.reason : 'failed';
    }
  };

  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    const readiness = await judge();
    if (readiness.status === 'unavailable') reply.code(503).header('retry-after', '1');
    // Notes cost nothing, so they are those of now.
    return reply.send({ ...readiness, ...(notes && { notes: notes() }) });
  });
}

async function withTimeout(probe: Probe, timeoutMs: number): Promise<'ok' | 'timeout'> {
  const { promise: late, resolve } = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(resolve, timeoutMs, 'timeout');
  try {
    return await Promise.race([probe().then(() => 'ok' as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls share one run while it lasts and for `validMs` after its start. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: { readonly result: Promise<Result>; readonly startedAt: number; isDone: boolean } | undefined;
  return () => {
    const now = performance.now();
    if (last !== undefined && (!last.isDone || now - last.startedAt < validMs)) return last.result;
    const run = { result: work(), startedAt: now, isDone: false };
    last = run;
    const end = (): void => void (run.isDone = true);
    run.result.then(end, end);
    return run.result;
  };
}
