import type { AccountRepository, Authenticator, PasswordHasher, PlanLimits, SignInLimits } from '@cairn/auth';
import { createWebApp } from '@cairn/service-kit';
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
  const { app, guards } = createWebApp({ web, logger, limits, redis, probes, authenticator: deps.authenticator });
  mountAccounts(app, { ...deps, guards });
  return app;
}
