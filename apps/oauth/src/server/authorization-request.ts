import type { Addresses } from './addresses.ts';
import { canonicalResource, mcpScope } from './resource.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Parameters of OpenID Connect that would fail a request which asks for no identity, as every request here. */
const identityParameters: ReadonlySet<string> = new Set([
  'nonce',
  'max_age',
  'claims',
  'acr_values',
  'id_token_hint',
  'claims_locales',
  'display',
  'ui_locales',
]);

/**
 * An authorization request as it is judged: always for the one scope, whatever was asked (several clients ask for none, or for
 * `openid`), for the resource in its one spelling, and always with a prompt, so that `prompt` says nothing but `none`.
 */
export function normaliseAuthorizationRequest(query: Query, addresses: Addresses): Record<string, string | string[]> {
  const request = Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string | string[]] => {
      const [name, value] = entry;
      return value !== undefined && !identityParameters.has(name) && (name !== 'prompt' || value === 'none');
    }),
  );
  const resource = canonicalResource(request['resource'], addresses) as string | string[] | undefined;
  return { ...request, ...askedMode(request), scope: mcpScope, ...(resource === undefined ? {} : { resource }) };
}

/** Answers go in the query alone, as the metadata says; the library knows more modes, and would write a page of its own for one. */
function askedMode({ response_mode: mode }: Readonly<Record<string, string | string[]>>): Readonly<Record<string, string>> {
  return mode === undefined || mode === 'query' ? {} : { response_mode: 'not offered' };
}

/** A token request's form with its resource in the one spelling. */
export function normaliseTokenRequest(form: string, addresses: Addresses): string {
  const parameters = new URLSearchParams(form);
  const given = parameters.getAll('resource');
  if (given.length === 0) return form;
  const resource = canonicalResource(given, addresses);
  parameters.delete('resource');
  for (const one of Array.isArray(resource) ? resource : [resource]) parameters.append('resource', String(one));
  return parameters.toString();
}
