import type { OauthRepositories, PlanLimits } from '@cairn/auth';
import { createSharedAttempts, createWebApp } from '@cairn/service-kit';
import type { GuardOptions, Logger, Probe, Tls, WebConfig } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OauthSettings } from './config.ts';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { mountAccounts } from './mount-accounts.ts';
import { mountOauth } from './mount-oauth.ts';

export interface OauthAppDeps extends Omit<AccountsDeps, 'guards'> {
  readonly logger: Logger;
  /** Its own certificate; without one it speaks plain HTTP. */
  readonly tls?: Tls | undefined;
  /** By name of the dependency; `GET /readyz` asks them. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** The addresses it is known under and whom it lets in. */
  readonly web: WebConfig['web'];
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  /** The shared store of counters; without it this process counts for itself. */
  readonly redis?: GuardOptions['redis'];
  /** The authorization server; absent, accounts are served alone. */
  readonly oauth?: { readonly repositories: OauthRepositories; readonly settings: OauthSettings };
}

/** Accounts and the authorization server as an app of its own. */
export function createOauthApp({ web, tls, logger, limits, redis, probes, oauth, ...deps }: OauthAppDeps): FastifyInstance {
  const { app, guards } = createWebApp({ web, tls, logger, limits, redis, probes, authenticator: deps.authenticator });
  const attempts = redis === undefined ? undefined : createSharedAttempts({ redis, logger });
  const shared = { guards, attempts, accounts: deps.accounts, authenticator: deps.authenticator };
  mountAccounts(app, { ...deps, ...shared });
  if (oauth) mountOauth(app, { ...oauth, ...shared, web, logger });
  return app;
}
