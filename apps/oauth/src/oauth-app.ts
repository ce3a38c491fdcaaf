import type { AccountRepository, Authenticator, PasswordHasher, PlanLimits, SignInLimits } from '@cairn/auth';
import { createGuards, createHttp, serveReadiness } from '@cairn/service-kit';
import type { GuardOptions, Logger, Probe } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { mountAccounts } from './mount-accounts.ts';

export interface OauthAppDeps {
  readonly accounts: AccountRepository;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordHasher;
  readonly logger: Logger;
  /** By name of the dependency; `GET /readyz` asks them. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly http: OauthHttpOptions;
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  /** The shared store of counters; without it this process counts for itself. */
  readonly redis?: GuardOptions['redis'];
  readonly signInLimits?: SignInLimits;
}

export interface OauthHttpOptions {
  readonly baseUrl: string;
  readonly appUrl: string;
  /** Web origins that may call besides those of `baseUrl` and `appUrl`. */
  readonly allowedOrigins?: readonly string[];
  /** Peers whose X-Forwarded-* are believed. Default: nobody. */
  readonly trustProxy?: string | boolean;
}

/** The accounts service as an app of its own. */
export function createOauthApp({ http, logger, limits, redis, probes, ...deps }: OauthAppDeps): FastifyInstance {
  const { trustProxy = false, ...origins } = http;
  const app = createHttp({ logger, trustProxy, baseUrl: http.baseUrl });
  const guards = createGuards(app, {
    ...origins,
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
