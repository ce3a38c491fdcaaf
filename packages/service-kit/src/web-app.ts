import type { Authenticator, PlanLimits } from '@cairn/auth';
import type { FastifyInstance } from 'fastify';
import type { WebConfig } from './config/web-settings.ts';
import { createGuards, type GuardOptions, type HttpGuards } from './guards/create-guards.ts';
import { serveReadiness, type Probe, type ReadinessOptions } from './health.ts';
import { createHttp } from './http/create-http.ts';
import type { Tls } from './http/tls.ts';
import type { Logger } from './logging/logger.ts';

export interface WebAppOptions {
  /** The addresses it is known under and whom it lets in. */
  readonly web: WebConfig['web'];
  /** Its own certificate; without one it speaks plain HTTP. */
  readonly tls?: Tls | undefined;
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  /** By name of the dependency; `GET /readyz` asks them. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly notes?: ReadinessOptions['notes'];
  /** The shared store of counters; without it this process counts for itself. */
  readonly redis?: GuardOptions['redis'] | undefined;
  /** As `createHttp` takes it. */
  readonly lingerMs?: number;
  /** Whether it serves the protected resource's metadata, which 401 then names. Default false. */
  readonly resourceMetadata?: boolean;
}

/** What every service with an address starts from: the base app with Host and Origin checked, its guards, its health. */
export function createWebApp({ web, tls, probes, notes, redis, lingerMs, ...options }: WebAppOptions): {
  app: FastifyInstance;
  guards: HttpGuards;
} {
  const { trustProxy, ...addresses } = web;
  const app = createHttp({
    logger: options.logger,
    trustProxy,
    baseUrl: web.baseUrl,
    home: web.appUrl,
    tls,
    ...(lingerMs !== undefined && { lingerMs }),
  });
  const guards = createGuards(app, { ...addresses, ...options, ...(redis === undefined ? {} : { redis }) });
  app.addHook('onRequest', guards.browser);
  serveReadiness(app, { probes, notes });
  return { app, guards };
}
