import { mcpScope } from './resource.ts';

/** Of OpenID Connect, and untrue of a server that tells nobody who a person is. */
const foreign: ReadonlySet<string> = new Set([
  'claims_parameter_supported',
  'claims_supported',
  'claim_types_supported',
  'acr_values_supported',
  'request_uri_parameter_supported',
]);

/** The metadata document as it is told: what the library says, less what is of no use here (RFC 8414). */
export function trimDiscovery(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(document).filter(([name, value]) => value !== undefined && !foreign.has(name)));
  return {
    ...kept,
    scopes_supported: [mcpScope],
    grant_types_supported: ['authorization_code'],
    response_modes_supported: ['query'],
    revocation_endpoint_auth_methods_supported: document['token_endpoint_auth_methods_supported'],
  };
}
