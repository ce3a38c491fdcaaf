import { createApiKeySecret, createAuthenticator, hashSecret } from '@cairn/auth';
import type { CredentialRepository } from '@cairn/auth';
import { newId } from '@cairn/core';
import type { Principal } from '@cairn/core';
import { createGuards, createHttp, createLogger } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { Endpoint } from '../endpoint.ts';
import { mountMcp } from '../mount.ts';
import type { McpDeps } from '../mount.ts';
import { mountPost } from '../post-route.ts';
import { createServerParts } from '../server-parts.ts';
import { noStores, testRegistry } from './tools.ts';
import type { Calls } from './tools.ts';

/** A key and the project it works in. */
export interface TestKey {
  readonly secret: string;
  readonly projectId: string;
  revoke(): void;
}

/** The endpoint behind real guards, with keys that live in memory. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly guards: HttpGuards;
  readonly calls: Calls;
  /** What was logged, one line an entry. */
  readonly log: readonly string[];
  newKey(): TestKey;
}

export interface TestAppOptions extends Pick<McpDeps, 'sessions' | 'extend'> {
  /** Requests per hour and key. Default 100,000. */
  readonly limit?: number;
  /** `sdk` leaves the fast lanes out. Default `both`. */
  readonly lanes?: 'both' | 'sdk';
}

export function createTestApp({ limit = 100_000, lanes = 'both', ...mounted }: TestAppOptions = {}): TestApp {
  const log: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void log.push(line) } });
  const app = createHttp({ logger });
  const keys = new Map<string, Principal>();
  const authenticator = createAuthenticator({ credentials: keptIn(keys), leaseMs: 1 });
  const baseUrl = 'http://localhost:8787';
  const guards = createGuards(app, { authenticator, limits: { free: limit, premium: limit }, baseUrl, appUrl: baseUrl, logger });
  const { registry, calls } = testRegistry();
  const deps: McpDeps = { registry, stores: noStores, guards, serverInfo, instructions: 'Call echo first.', ...mounted };
  app.addHook('onRequest', guards.browser);
  if (lanes === 'both') mountMcp(app, deps);
  else mountSdkOnly(app, guards, deps);
  return { app, guards, calls, log, newKey: () => createKey(keys) };
}

const serverInfo = { name: 'cairn', title: 'Cairn', version: '1.2.3' };

function mountSdkOnly(app: FastifyInstance, guards: HttpGuards, deps: McpDeps): void {
  const endpoint = new Endpoint({ parts: createServerParts(deps, app.log), sessions: undefined, fast: undefined });
  mountPost(app, guards, endpoint);
}

function keptIn(keys: ReadonlyMap<string, Principal>): CredentialRepository {
  return {
    apiKey: async (hash) => keys.get(Buffer.from(hash).toString('hex')),
    accessToken: async () => undefined,
    session: async () => undefined,
    sessionUser: async () => undefined,
  };
}

function createKey(keys: Map<string, Principal>): TestKey {
  const { secret } = createApiKeySecret();
  const hash = Buffer.from(hashSecret(secret)).toString('hex');
  const credentialId = newId();
  const projectId = newId();
  keys.set(hash, {
    kind: 'api_key',
    credentialId,
    ownerId: credentialId,
    userId: newId(),
    projectId,
    workspaceId: newId(),
    plan: 'free',
    role: 'owner',
  });
  return { secret, projectId, revoke: () => void keys.delete(hash) };
}
