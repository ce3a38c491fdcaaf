import { createAuthenticator } from '@cairn/auth';
import type { PlanLimits } from '@cairn/auth';
import type { FastifyInstance } from 'fastify';
import { createGuards } from '../guards/create-guards.ts';
import type { GuardOptions, HttpGuards } from '../guards/create-guards.ts';
import { createHttp } from '../http/create-http.ts';
import { keptCredentials } from './credentials.ts';
import type { KeptCredentials } from './credentials.ts';
import { keptLog } from './log.ts';
import type { KeptLog } from './log.ts';

/** A guarded app: `POST /tool` for keys as JSON-RPC, `POST /things` for keys and sessions, `GET /me` for sessions. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly guards: HttpGuards;
  readonly log: KeptLog;
  readonly credentials: KeptCredentials;
}

/** To whom access tokens of the test app are made out. */
export const audience = 'http://localhost:8787/mcp';

export interface TestAppOptions extends Partial<GuardOptions> {
  readonly limits?: PlanLimits;
  readonly trustProxy?: string;
}

export function createTestApp({ trustProxy, ...options }: TestAppOptions = {}): TestApp {
  const log = keptLog();
  const credentials = keptCredentials();
  const app = createHttp({ logger: log.logger, ...(trustProxy === undefined ? {} : { trustProxy }) });
  const guards = createGuards(app, {
    authenticator: createAuthenticator({ credentials: credentials.repository, audience, leaseMs: 5 }),
    limits: { free: 1_000, premium: 10_000 },
    baseUrl: 'http://localhost:8787',
    appUrl: 'http://localhost:8787',
    logger: log.logger,
    ...options,
  });
  app.addHook('onRequest', guards.browser);
  const preHandler = guards.rateLimit;
  app.post(
    '/tool',
    { config: { errors: 'rpc' }, onRequest: guards.credential({ kinds: ['api_key', 'oauth'] }), preHandler },
    (request) => ({
      actor: request.actor(),
    }),
  );
  app.post('/things', { onRequest: guards.credential({ kinds: ['api_key', 'session'] }), preHandler }, (request) => ({
    actor: request.actor(),
  }));
  app.get('/mine', { onRequest: guards.credential({ kinds: ['api_key', 'session'], project: false }), preHandler }, (request) => ({
    principal: request.principal,
    sessionUser: request.sessionUser,
  }));
  app.get('/public', { config: { origins: 'any' } }, () => ({}));
  app.get('/pages', { config: { origins: 'app' } }, () => ({}));
  app.get('/me', { onRequest: guards.user, preHandler }, (request) => ({ sessionUser: request.sessionUser }));
  return { app, guards, log, credentials };
}
