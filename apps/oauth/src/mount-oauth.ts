import { countedHere } from '@cairn/auth';
import type { AccountRepository, AttemptCounting, Authenticator, OauthRepositories } from '@cairn/auth';
import type { HttpGuards, Logger, WebConfig } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import type { OauthSettings } from './config.ts';
import { mountConnections } from './connections/mount-connections.ts';
import { mountServer } from './http/mount-server.ts';
import { mountInteractions } from './interactions/mount-interactions.ts';
import { RotatingServer } from './keys/rotating-server.ts';
import { addressesOf } from './server/addresses.ts';

export interface OauthDeps {
  readonly repositories: OauthRepositories;
  readonly accounts: Pick<AccountRepository, 'memberships'>;
  readonly authenticator: Authenticator;
  readonly guards: HttpGuards;
  readonly settings: OauthSettings;
  readonly web: Pick<WebConfig['web'], 'baseUrl' | 'appUrl'>;
  readonly logger: Logger;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
  /** Sends what is fetched of clients that describe themselves. Default: the global `fetch`, to the internet alone. */
  readonly fetch?: typeof fetch;
}

/**
 * Serves the authorization server, the calls of the consent page and the list of connections on an app of `createWebApp`. Everything
 * that a flow needs is in the database, so any number of processes may serve it.
 */
export function mountOauth(app: FastifyInstance, deps: OauthDeps): void {
  const { repositories, accounts, authenticator, guards, settings, logger, attempts = countedHere() } = deps;
  const addresses = addressesOf(deps.web);
  const server = new RotatingServer({
    repositories,
    keys: repositories.keys,
    authenticator,
    settings,
    addresses,
    logger,
    attempts,
    ...(deps.fetch && { fetch: deps.fetch }),
  });
  app.addHook('onReady', async () => {
    await server.current();
    server.start();
  });
  app.addHook('onClose', (_instance, done) => {
    server.close();
    done();
  });
  const { registrationsPerHour } = settings;
  mountServer(app, { server, addresses, records: repositories.records, registrationsPerHour, attempts });
  mountInteractions(app, { server, addresses, accounts, repositories, guards });
  mountConnections(app, { connections: repositories.connections, authenticator, guards });
}
