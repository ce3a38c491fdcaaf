import { WritesRefused, WrongMasterKey, type WriteRefusal } from '@cairn/core';
import type { FastifyInstance } from 'fastify';

/** Rejects when the dependency cannot serve. */
export type Probe = () => Promise<unknown>;

/**
 * `failed`: it said no; `timeout`: it did not answer. Why is in the log, never in the answer, but for what whoever operates it has to mend: a
 * store that answers and takes no writes, or whose master key is another one by now.
 */
type CheckState = 'ok' | 'failed' | 'timeout' | 'wrong_master_key' | WriteRefusal;

type Checks = Readonly<Record<string, CheckState>>;

interface Readiness {
  readonly status: 'ready' | 'unavailable';
  readonly checks: Checks;
  readonly notes?: Readonly<Record<string, string>>;
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
 * `Retry-After`, that names the ones that do not, and 503 from the moment at which the app closes. `?without=<name>` lets one probe not
 * decide, which is told all the same.
 */
export function serveReadiness(app: FastifyInstance, { probes, notes, timeoutMs = 2_000 }: ReadinessOptions): void {
  const judge = shared(async (): Promise<Checks> => {
    const checks = await Promise.all(Object.entries(probes).map(async ([name, probe]) => [name, await run(name, probe)] as const));
    return Object.fromEntries(checks);
  });

  const run = async (name: string, probe: Probe): Promise<CheckState> => {
    try {
      return await withTimeout(probe, timeoutMs);
    } catch (error) {
      app.log.warn({ err: error, dependency: name }, 'a dependency cannot serve');
      return toldOf(error);
    }
  };

  app.get<{ Querystring: { readonly without?: unknown } }>('/readyz', { config: { anyHost: true } }, async ({ query }, reply) => {
    if (app.closing.aborted) return reply.code(503).header('retry-after', '1').send({ status: 'closing', checks: {} });
    const checks = await judge();
    const isReady = Object.entries(checks).every(([name, state]) => state === 'ok' || name === query.without);
    if (!isReady) reply.code(503).header('retry-after', '1');
    // Notes cost nothing, so they are those of now.
    const readiness: Readiness = { status: isReady ? 'ready' : 'unavailable', checks, ...(notes && { notes: notes() }) };
    return reply.send(readiness);
  });
}

function toldOf(error: unknown): CheckState {
  if (error instanceof WritesRefused) return error.reason;
  return error instanceof WrongMasterKey ? 'wrong_master_key' : 'failed';
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
