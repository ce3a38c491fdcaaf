import type { FastifyInstance } from 'fastify';

/** Rejects when the dependency cannot serve. */
export type Probe = () => Promise<unknown>;

export interface ReadinessOptions {
  /** By name of the dependency, as it is shown when it fails. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** Milliseconds that one probe may take. Default 2,000. */
  readonly timeoutMs?: number;
}

/** Serves `GET` and `HEAD /readyz`. */
export function serveReadiness(app: FastifyInstance, { probes }: ReadinessOptions): void {
  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    const checks = await Promise.all(
      Object.entries(probes).map(
        async ([name, probe]) =>
          [
            name,
            await probe().then(
              () => 'ok',
              () => 'failed',
            ),
          ] as const,
      ),
    );
    const ready = checks.every(([, state]) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', checks: Object.fromEntries(checks) });
  });
}
