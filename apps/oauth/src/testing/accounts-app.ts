import { createAuthenticator } from '@cairn/auth';
import type { PasswordHasher } from '@cairn/auth';
import { createLogger } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { createOauthApp } from '../oauth-app.ts';
import type { OauthAppDeps } from '../oauth-app.ts';
import { MemoryAccounts } from './memory-accounts.ts';

const passwords: PasswordHasher = {
  hash: async (password) => `verifier of ${password}`,
  verify: async (verifier, password) => verifier === `verifier of ${password}`,
};

const headers = { host: 'localhost:8787' };

/** The accounts service over accounts in memory, one of which is Ada's, with the password `right`. */
export function createAccountsApp(options: Partial<OauthAppDeps> = {}) {
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
  const post = (url: string, payload: object | string, { from = '203.0.113.1', token }: { from?: string; token?: string } = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tester/1', ...bearer(token) },
      payload,
      remoteAddress: from,
    });
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, token?: string, payload?: object) =>
    app.inject({ method, url, headers: { ...headers, ...bearer(token) }, ...(payload === undefined ? {} : { payload }) });
  return {
    app,
    store,
    ada,
    post,
    call,
    log: () => lines.join(''),
    /** Signs Ada in and gives the token. */
    async openSession(): Promise<string> {
      const answer = await post('/auth/sign-in', { email: ada.email, password: 'right' });
      return answer.json<{ session_token: string }>().session_token;
    },
  };
}

export type AccountsApp = ReturnType<typeof createAccountsApp>;

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
