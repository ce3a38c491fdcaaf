import { randomUUID } from 'node:crypto';
import type { OauthRepositories } from '@cairn/auth';
import { Provider } from 'oidc-provider';
import type { Adapter, AdapterFactory } from 'oidc-provider';
import { nothing } from './adapter-parts.ts';
import { createClientAdapter } from './client-adapter.ts';
import { createCodeAdapter } from './code-adapter.ts';
import { InnerRequest } from './inner-request.ts';
import { createRecordAdapter } from './record-adapter.ts';
import { createTokenAdapter } from './token-adapter.ts';

/** Where the library keeps each of its models. */
export function createAdapterFactory(repositories: Pick<OauthRepositories, 'clients' | 'records' | 'connections'>): AdapterFactory {
  const { clients, records, connections } = repositories;
  const special: Readonly<Record<string, () => Adapter>> = {
    AccessToken: () => createTokenAdapter(connections, requestId),
    AuthorizationCode: () => createCodeAdapter({ records, connections }),
    Client: () => createClientAdapter(clients),
    // Nobody stays signed in here: the web pages have sessions of their own, and each flow is decided anew.
    Session: () => nothing,
  };
  return (model) => special[model]?.() ?? createRecordAdapter(model, records);
}

function requestId(): string {
  const request = Provider.ctx?.req;
  return request instanceof InnerRequest ? request.requestId : randomUUID();
}
