import type { AccountRepository, Authenticator, PasswordHasher, PlanLimits, SignInLimits } from '@cairn/auth';
import { createGuards, createHttp, serveReadiness } from '@cairn/service-kit';
import type { GuardOptions, Logger, Probe, WebConfig } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { mountAccounts } from './mount-accounts.ts';

export interface OauthAppDeps {
  readonly accounts: AccountRepository;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordHasher;
  readonly logger: Logger;
  /** By name of the dependency; `GET /readyz` asks them. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** The addresses it is known under and whom it lets in. */
  readonly web: WebConfig['web'];
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  /** The shared store of counters; without it this process counts for itself. */
  readonly redis?: GuardOptions['redis'];
  readonly signInLimits?: SignInLimits;
}

/** The accounts service as an app of its own. */
export function createOauthApp({ web, logger, limits, redis, probes, ...deps }: OauthAppDeps): FastifyInstance {
  const { trustProxy, ...addresses } = web;
  const app = createHttp({ logger, trustProxy, baseUrl: web.baseUrl });
  const guards = createGuards(app, {
    ...addresses,
    authenticator: deps.authenticator,
    limits,
    logger,
    ...(redis === undefined ? {} : { redis }),
  });
  app.addHook('onRequest', guards.browser);
  serveReadiness(app, { probes });
  mountAccounts(app, { ...deps, guards });
  return app;
}
