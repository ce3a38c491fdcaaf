import { errors } from 'oidc-provider';
import { isNativeRedirect, redirectUriFault } from './redirect-uri.ts';

/** Metadata that is being registered or read; changed in place, as the library has its validators do. */
type Metadata = Record<string, unknown>;

const grantTypes = ['authorization_code', 'refresh_token'];
const mostRedirectUris = 32;
const longestName = 200;
const longestText = 2048;

/** Told for people to read or to fetch; a client may leave them empty. */
const webAddresses = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri', 'jwks_uri'];

/** Of no use here, and each with a rule of the library's that some client breaks; the last would be fetched. */
const unused = [
  'scope',
  'response_modes',
  'default_max_age',
  'require_auth_time',
  'default_acr_values',
  'subject_type',
  'id_token_signed_response_alg',
  'contacts',
  'initiate_login_uri',
  'sector_identifier_uri',
];

/**
 * Brings the metadata of a client to what the library takes. Clients send what suits other servers: grant types that are not
 * offered here, empty or null texts, scopes of their own, redirects of web and native apps together. None of that is a reason to
 * turn a person away; an address that is dangerous is. Doing it again changes nothing.
 *
 * @throws invalid_redirect_uri or invalid_client_metadata, status 400
 */
export function normaliseClient(metadata: Metadata): void {
  dropEmpty(metadata);
  for (const name of unused) delete metadata[name];
  checkWebAddresses(metadata);
  const redirectUris = checkRedirectUris(metadata['redirect_uris']);
  metadata['application_type'] = redirectUris.some(isNativeRedirect) ? 'native' : 'web';
  keepKnown(metadata, 'grant_types', grantTypes);
  keepKnown(metadata, 'response_types', ['code']);
  nameClient(metadata);
  makeSelfDescribedPublic(metadata);
  if (metadata['token_endpoint_auth_method'] !== 'private_key_jwt') delete metadata['token_endpoint_auth_signing_alg'];
  if (unstorable.test(JSON.stringify(metadata))) throw new errors.InvalidClientMetadata('the metadata holds U+0000 or half a character');
}

/** In JSON text: U+0000 and lone surrogates, which the database has no place for. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

function dropEmpty(metadata: Metadata): void {
  for (const [name, value] of Object.entries(metadata)) if (value === null || value === '') delete metadata[name];
}

function checkWebAddresses(metadata: Metadata): void {
  for (const name of webAddresses) {
    const value = metadata[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || value.length > longestText || !URL.canParse(value)) delete metadata[name];
    else if (!['http:', 'https:'].includes(new URL(value).protocol)) {
      throw new errors.InvalidClientMetadata(`${name} must be an http or https address`);
    }
  }
}

function checkRedirectUris(given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostRedirectUris) {
    throw invalidRedirect(`redirect_uris must be a list of 1 to ${mostRedirectUris} addresses`);
  }
  return given.map((uri: unknown) => {
    const fault = redirectUriFault(uri);
    if (fault !== undefined) throw invalidRedirect(`each of redirect_uris ${fault}`);
    return uri as string;
  });
}

const invalidRedirect = (description: string): Error => new errors.CustomOIDCProviderError('invalid_redirect_uri', description);

/** A list of which nothing is known is left as it is, so that the library says what it takes. */
function keepKnown(metadata: Metadata, name: string, known: readonly string[]): void {
  const given = metadata[name];
  if (!Array.isArray(given)) return;
  const kept = given.filter((one: unknown) => known.includes(String(one)));
  if (kept.length > 0) metadata[name] = kept;
}

// Characters that nobody sees, or that turn the order of what is seen around.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** The name is anyone's claim; it is kept to one line that shows what it says. */
function nameClient(metadata: Metadata): void {
  const { client_name: given } = metadata;
  const name = typeof given === 'string' ? given.replaceAll(unseen, '').trim().slice(0, longestName).toWellFormed() : '';
  if (name === '') delete metadata['client_name'];
  else metadata['client_name'] = name;
  for (const text of ['software_id', 'software_version']) {
    const value = metadata[text];
    if (typeof value !== 'string' || value.length > longestName) delete metadata[text];
  }
}

/** A client that describes itself shares no secret with anyone; its document often leaves the method out, which would mean one. */
function makeSelfDescribedPublic(metadata: Metadata): void {
  const { client_id: id, token_endpoint_auth_method: method } = metadata;
  const isSelfDescribed = typeof id === 'string' && id.startsWith('https://');
  if (isSelfDescribed && typeof method === 'string' && method.startsWith('client_secret')) metadata['token_endpoint_auth_method'] = 'none';
}
