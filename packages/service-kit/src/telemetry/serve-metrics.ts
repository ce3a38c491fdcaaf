import { createOperatorCheck } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { createHttp } from '../http/create-http.ts';
import { namingPort } from '../start-fault.ts';
import type { Logger } from '../logging/logger.ts';
import { measureProcess } from './process-metrics.ts';
import type { Telemetry } from './start-telemetry.ts';
import type { TelemetryConfig } from './telemetry-settings.ts';

export interface MetricsOptions {
  readonly telemetry: Telemetry;
  readonly config: TelemetryConfig;
  readonly logger: Logger;
}

/** What a process that serves its metrics has beside its app. */
export interface MetricsServer {
  /** Listens at the port of its own, where one is set. */
  listen(host: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` to whoever presents the token, and at a port of its own to everyone who reaches it, as far as they are set.
 * Without either it is answered with 404, which says how to switch it on.
 */
export function serveMetrics(app: FastifyInstance, { telemetry: { scrape }, config, logger }: MetricsOptions): MetricsServer {
  const stopMeasuring = scrape && measureProcess();
  mountWithToken(app, scrape, config.metricsToken);
  const own = scrape && config.metricsPort !== undefined ? createHttp({ logger }) : undefined;
  own?.get('/metrics', { config: { anyHost: true } }, async (_request, reply) => reply.type(contentType).send(await scrape?.()));
  return {
    async listen(host) {
      if (own && config.metricsPort !== undefined) await namingPort('CAIRN_METRICS_PORT', own.listen({ host, port: config.metricsPort }));
    },
    async close() {
      stopMeasuring?.();
      await own?.close();
    },
  };
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';
const bearer = /^bearer +(\S+)$/i;

function mountWithToken(app: FastifyInstance, scrape: Telemetry['scrape'], token: string | undefined): void {
  const check = createOperatorCheck({ token, name: 'the token of the metrics' });
  app.get('/metrics', { config: { anyHost: true } }, async (request, reply) => {
    if (scrape === undefined || token === undefined)
      throw new CairnError('NOT_FOUND', { message: 'metrics are not served here; set CAIRN_METRICS_TOKEN or CAIRN_METRICS_PORT' });
    check(bearer.exec(request.headers.authorization ?? '')?.[1], request.ip);
    return reply.type(contentType).send(await scrape());
  });
}
