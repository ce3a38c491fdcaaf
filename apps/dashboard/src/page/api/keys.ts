import { call } from './call.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
}

/** What only the answer that made it holds. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

export interface Connection {
  readonly token_id: string;
  readonly client: { readonly id: string; readonly name: string; readonly redirect_host: string; readonly is_loopback: boolean };
  readonly project: { readonly id: string; readonly name: string };
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** `once` is the same for each try of making one key, so that a lost answer makes no second. */
export const createKey = (project: string, name: string, once: string): Promise<NewApiKey> =>
  call('/v1/api-keys', { method: 'POST', body: { name }, project, once });

export const rotateKey = (project: string, id: string, once: string): Promise<NewApiKey> =>
  call(`/v1/api-keys/${id}/rotate`, { method: 'POST', project, once });

export const revokeKey = (project: string, id: string): Promise<void> => call(`/v1/api-keys/${id}`, { method: 'DELETE', project });

export const keysPath = '/v1/api-keys?limit=100';

export async function readConnections(): Promise<readonly Connection[]> {
  return (await call<{ readonly data: readonly Connection[] }>('/oauth/connections')).data;
}

export const revokeConnection = (id: string): Promise<void> => call(`/oauth/connections/${id}`, { method: 'DELETE' });
