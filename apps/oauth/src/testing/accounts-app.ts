import { createAuthenticator } from '@cairn/auth';
import type { PasswordHasher, User } from '@cairn/auth';
import { createLogger } from '@cairn/service-kit';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createOauthApp } from '../oauth-app.ts';
import type { OauthAppDeps } from '../oauth-app.ts';
import { MemoryAccounts } from './memory-accounts.ts';

const passwords: PasswordHasher = {
  hash: async (password) => `verifier of ${password}`,
  verify: async (verifier, password) => verifier === `verifier of ${password}`,
};

const headers = { host: 'localhost:8787' };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface AccountsApp {
  readonly app: FastifyInstance;
  readonly store: MemoryAccounts;
  readonly ada: User;
  /** Posts JSON from an address, with a session's token where one is given. */
  post(url: string, payload: object | string, as?: { from?: string; token?: string }): Promise<LightMyRequestResponse>;
  call(method: Method, url: string, token?: string, payload?: object): Promise<LightMyRequestResponse>;
  log(): string;
  /** Signs Ada in and gives the token. */
  openSession(): Promise<string>;
}

/** The accounts service over accounts in memory, one of which is Ada's, with the password `right`. */
export function createAccountsApp(options: Partial<OauthAppDeps> = {}): AccountsApp {
  const store = new MemoryAccounts();
  const ada = store.add({ email: 'ada@example.com', name: null, passwordVerifier: 'verifier of right' });
  const lines: string[] = [];
  const app: FastifyInstance = createOauthApp({
    accounts: store,
    sessions: store,
    invitations: store,
    signUp: 'open',
    passwords,
    authenticator: createAuthenticator({ credentials: store, leaseMs: 20 }),
    logger: createLogger({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } }),
    probes: {},
    web: {
      baseUrl: 'http://localhost:8787',
      appUrl: 'http://localhost:8787',
      allowedOrigins: [],
      allowedHosts: [],
      trustProxy: false,
    },
    limits: { free: 1000, premium: 10_000 },
    ...options,
  });
  const post: AccountsApp['post'] = (url, payload, { from = '203.0.113.1', token } = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tester/1', ...bearer(token) },
      payload,
      remoteAddress: from,
    });
  const call: AccountsApp['call'] = (method, url, token, payload) =>
    app.inject({ method, url, headers: { ...headers, ...bearer(token) }, ...(payload === undefined ? {} : { payload }) });
  return {
    app,
    store,
    ada,
    post,
    call,
    log: () => lines.join(''),
    async openSession() {
      const answer = await post('/auth/sign-in', { email: ada.email, password: 'right' });
      return answer.json<{ session_token: string }>().session_token;
    },
  };
}

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
