import { isAccessToken } from './access-token.ts';
import { looksLikeApiKey } from './api-key.ts';
import { isSessionToken } from './session-token.ts';

/** What a secret can be, judged by its text alone; `malformed` can be nothing that this service ever gave out. */
export type CredentialShape = 'api_key' | 'access_token' | 'session' | 'malformed';

export function parseCredential(secret: string): CredentialShape {
  if (looksLikeApiKey(secret)) return 'api_key';
  if (isAccessToken(secret)) return 'access_token';
  return isSessionToken(secret) ? 'session' : 'malformed';
}
