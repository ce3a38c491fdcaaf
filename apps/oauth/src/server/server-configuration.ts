import type { OauthKeySet } from '@cairn/auth';
import { errors } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { createDocumentFetch } from '../clients/document-fetch.ts';
import { createFetchPermit } from '../clients/fetch-permit.ts';
import { normaliseClient } from '../clients/normalise-client.ts';
import { consentPage } from './addresses.ts';
import { createConsentPolicy } from './consent-policy.ts';
import { createAdapterFactory } from './create-adapter.ts';
import { createErrorPage } from './error-page.ts';
import type { ServerDeps } from './server-deps.ts';
import { canonicalResource, mcpScope } from './resource.ts';

/** Seconds; for what has no end of its own. The library asks for a number. */
const aCentury = 100 * 365 * 24 * 60 * 60;

/** Seconds from the first redirect to the decision. */
const interactionSeconds = 900;

/** Under `{base_url}`. */
export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** How the library is set up; the first of the keys signs, the others are still known. */
export function serverConfiguration(deps: ServerDeps, keys: readonly OauthKeySet[]): Configuration {
  const { addresses } = deps;
  return {
    adapter: createAdapterFactory(deps.repositories),
    jwks: { keys: keys.map(({ id, signingKey }) => ({ ...signingKey, kid: id, use: 'sig' })) },
    routes: oauthPaths,
    scopes: [mcpScope],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    pkce: { required: () => true },
    features: features(deps),
    // It takes one call for each of these; the first brings all metadata in order.
    extraClientMetadata: {
      properties: ['software_id', 'software_version'],
      validator: (_ctx, name, _value, metadata) => {
        if (name === 'software_id') normaliseClient(metadata);
      },
    },
    interactions: { policy: createConsentPolicy(), url: (_ctx, { uid }) => consentPage(addresses, uid) },
    cookies: {
      keys: keys.map(({ cookieKey }) => cookieKey),
      // Else the library would tie them to the path of the consent page.
      short: { httpOnly: true, sameSite: 'lax', path: `${addresses.basePath}/oauth` },
      long: { httpOnly: true, sameSite: 'lax' },
    },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    expiresWithSession: () => false,
    issueRefreshToken: () => false,
    revokeGrantPolicy: () => true,
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: aCentury,
      AuthorizationCode: 60,
      Grant: aCentury,
      IdToken: 300,
      Interaction: interactionSeconds,
      RefreshToken: aCentury,
      Session: interactionSeconds,
    },
    fetch: createDocumentFetch(deps.fetch),
    fetchResponseBodyLimits: { 'client_id metadata document': 16_384, jwks_uri: 65_536 },
    renderError: createErrorPage(addresses),
  };
}

function features({ addresses, settings, attempts }: ServerDeps): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    introspection: { enabled: false },
    revocation: { enabled: true },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    rpMetadataChoices: { enabled: true },
    clientIdMetadataDocument: {
      enabled: settings.selfDescribedClients,
      ack: 'draft-02',
      allowFetch: createFetchPermit(attempts),
      allowClient: () => true,
    },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      defaultResource: (_ctx, _client, oneOf) => (Array.isArray(oneOf) ? (oneOf[0] as string) : addresses.resource),
      getResourceServerInfo: (_ctx, indicator) => {
        if (canonicalResource(indicator, addresses) !== addresses.resource) throw new errors.InvalidTarget();
        return { scope: mcpScope, audience: addresses.resource, accessTokenFormat: 'opaque' };
      },
    },
  };
}
