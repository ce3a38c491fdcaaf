import { createAuthenticator } from '@cairn/auth';
import { createLogger, createWebApp } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import { createStoreFolder } from '@cairn/test-kit';
import type { LightMyRequestResponse } from 'fastify';
import type { OauthSettings } from '../config.ts';
import { mountOauth } from '../mount-oauth.ts';

export interface TestOauthOptions {
  readonly settings?: Partial<OauthSettings>;
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
}

/** The authorization server over an embedded store, without a network of its own. */
export interface TestOauth {
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** An authorization request with what every client sends. */
  authorize(parameters: Record<string, string>, address?: string): Promise<LightMyRequestResponse>;
  /** The interaction that such a request leads to. */
  begin(parameters: Record<string, string>): Promise<string>;
  post(url: string, type: string, body: string): Promise<LightMyRequestResponse>;
  /** The database goes away, for good. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
}

const common = {
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

export async function createTestOauth({
  settings,
  baseUrl = 'https://cairn.example',
  fetch: send,
}: TestOauthOptions = {}): Promise<TestOauth> {
  const folder = await createStoreFolder();
  const location = { kind: 'embedded', dataDir: folder.path } as const;
  const database = await openDatabase({ location, migrate: true, onWarning: () => {} });
  const { oauth, accounts, credentials } = await openRepositories(database, Buffer.alloc(32, 7));
  const logger = createLogger({ level: 'silent' });
  const authenticator = createAuthenticator({ credentials, audience: `${baseUrl}/mcp`, leaseMs: 5 });
  const web = { baseUrl, appUrl: baseUrl, allowedOrigins: [], allowedHosts: [], trustProxy: false } as const;
  const { app, guards } = createWebApp({ web, limits: { free: 1000, premium: 1000 }, authenticator, logger, probes: {} });
  mountOauth(app, {
    repositories: oauth,
    accounts,
    authenticator,
    guards,
    settings: { selfDescribedClients: false, registrationsPerHour: 100, expiresInHint: undefined, ...settings },
    web,
    logger,
    ...(send && { fetch: send }),
  });
  let lost: Promise<void> | undefined;
  const { host } = new URL(baseUrl);
  const get: TestOauth['get'] = (url, headers = {}) => app.inject({ url, headers: { host, ...headers } });
  const authorize: TestOauth['authorize'] = (parameters, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/oauth/authorize', query: { ...common, ...parameters }, headers: { host }, remoteAddress });
  return {
    get,
    authorize,
    async begin(parameters) {
      const { headers, body } = await authorize(parameters);
      const uid = headers.location === undefined ? null : new URL(headers.location).searchParams.get('interaction');
      if (uid === null) throw new Error(`no interaction: ${headers.location ?? body}`);
      return uid;
    },
    post: (url, type, body) => app.inject({ method: 'POST', url, headers: { host, 'content-type': type }, body }),
    loseDatabase: () => (lost ??= database.close()),
    async close() {
      await app.close();
      await (lost ??= database.close());
      await folder.remove();
    },
  };
}
