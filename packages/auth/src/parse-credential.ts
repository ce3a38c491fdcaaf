import { looksLikeApiKey } from './api-key.ts';
import { isSessionToken } from './session-token.ts';

/** What a secret can be, judged by its text alone; `malformed` can be nothing that this service ever gave out. */
export type CredentialShape = 'api_key' | 'session' | 'malformed';

export function parseCredential(secret: string): CredentialShape {
  if (looksLikeApiKey(secret)) return 'api_key';
  return isSessionToken(secret) ? 'session' : 'malformed';
}
