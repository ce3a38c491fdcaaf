import { createAccessTokenText } from '@cairn/auth';
import type { OauthKeySet } from '@cairn/auth';
import type { Logger } from '@cairn/service-kit';
import { Provider } from 'oidc-provider';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import { adjustCookies } from './adjust-cookies.ts';
import type { Addresses } from './addresses.ts';
import { normaliseAuthorizationRequest } from './authorization-request.ts';
import { trimDiscovery } from './discovery.ts';
import { notesOf } from './exchange-context.ts';
import { serverConfiguration } from './server-configuration.ts';
import type { ServerDeps } from './server-deps.ts';
import { tellStoreAway } from './store-away.ts';

/** The authorization server with these keys, the first of which signs. It keeps nothing in memory that another process needs. */
export function createServer(deps: ServerDeps, keys: readonly OauthKeySet[]): Provider {
  const server = new Provider(deps.addresses.issuer, serverConfiguration(deps, keys));
  // Only `InnerRequest` sets what a proxy would.
  server.proxy = true;
  nameTokens(server);
  normaliseRequests(server, deps.addresses);
  adjustAnswers(server, deps);
  tellStoreAway(server);
  logFaults(server, deps.logger);
  return server;
}

/** Gives tokens the text by which the gateway, and scanners for leaked secrets, know them before anything is looked up. */
function nameTokens({ AccessToken }: Provider): void {
  const prototype = AccessToken.prototype as unknown as { generateTokenId(): string };
  const settleFormat = Reflect.get(prototype, 'generateTokenId');
  prototype.generateTokenId = function named() {
    settleFormat.call(this);
    return createAccessTokenText();
  };
}

function normaliseRequests(server: Provider, addresses: Addresses): void {
  const path = server.pathFor('authorization', { mountPath: '' });
  server.use(async (ctx, next) => {
    if (ctx.path === path && ctx.method === 'GET') ctx.query = normaliseAuthorizationRequest(ctx.query, addresses);
    await next();
  });
}

function adjustAnswers(server: Provider, { settings, authenticator, addresses }: ServerDeps): void {
  server.use(async (ctx, next) => {
    await next();
    const route = routeOf(ctx);
    const body: unknown = ctx.body;
    if (route === 'discovery' && isRecord(body)) ctx.body = trimDiscovery(body);
    // A token ends when its connection does, and at no time of its own.
    if (route === 'token' && isRecord(body) && 'access_token' in body) ctx.body = withExpiryHint(body, settings.expiresInHint);
    adjustCookies(ctx.res, addresses);
    if (notesOf(ctx.req).hasRevoked === true) await authenticator.settle();
  });
}

/** Undefined for a path that is none of the library's. */
const routeOf = (ctx: object): string | undefined => ('oidc' in ctx ? (ctx as KoaContextWithOIDC).oidc.route : undefined);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function withExpiryHint({ expires_in: _expires, ...answer }: Record<string, unknown>, hint: number | undefined): Record<string, unknown> {
  return hint === undefined ? answer : { ...answer, expires_in: hint };
}

function logFaults(server: Provider, logger: Logger): void {
  server.on('server_error', (_ctx, error) => logger.error({ err: error }, 'the OAuth server failed'));
  const note = (_ctx: KoaContextWithOIDC, { error, error_detail: reason }: errors.OIDCProviderError): void =>
    logger.debug({ error, reason }, 'an OAuth request was refused');
  server.on('authorization.error', note);
  server.on('grant.error', note);
  server.on('registration_create.error', note);
  server.on('revocation.error', note);
}
