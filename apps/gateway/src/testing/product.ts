import { createApiKeySecret, createAuthenticator, createSessionToken } from '@cairn/auth';
import { jobCatalog } from '@cairn/contracts';
import { newId } from '@cairn/core';
import type { AnswerWriter, IngestionClaim, IngestionRepository, Role } from '@cairn/core';
import { DocumentFault, ingest } from '@cairn/documents';
import { createExtractiveAnswerWriter } from '@cairn/models';
import { analyserVersion } from '@cairn/retrieval';
import { createGuards, createHttp, createLogger, serveMetrics, serveReadiness } from '@cairn/service-kit';
import { createPasswordHasher, openDatabase, openRepositories } from '@cairn/storage';
import type { Database, Repositories } from '@cairn/storage';
import { createStoreFolder, createPostgresDatabase } from '@cairn/test-kit';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mountGateway } from '../mount-gateway.ts';

export interface ProductOptions {
  /** Requests per hour and credential. Default 100,000. */
  readonly limit?: number;
  readonly maxUploadBytes?: number;
  readonly answers?: AnswerWriter;
  /** How long a credential is remembered, in milliseconds. Default 20. */
  readonly leaseMs?: number;
}

/** Who calls: keys of two projects of one workspace, a person signed in, and one who may only look. */
interface Callers {
  readonly a: string;
  readonly a2: string;
  readonly b: string;
  readonly session: string;
  readonly viewer: string;
  readonly viewerKey: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that the schemas of the catalog judge elsewhere
  readonly body: any;
}

/** The gateway over a real store, behind real guards. */
export interface Product {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly repositories: Repositories;
  readonly callers: Callers;
  readonly projectA: string;
  readonly projectB: string;
  readonly workspaceId: string;
  readonly userId: string;
  /** What was logged, one line an entry. */
  readonly log: readonly string[];
  /** What is mounted: `GET /v1/memories/:id`. */
  readonly mounted: readonly string[];
  /** Calls a tool at `/mcp/tools/call` with the key. */
  readonly tool: (key: string, name: string, args?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  /** Any request; `as` is a secret, and `project` the project that a session names. */
  readonly send: (request: InjectOptions & { as?: string; project?: string }) => Promise<Answered>;
  /** Does what the worker would: reads every queued document. */
  readonly ingestAll: () => Promise<void>;
  /** Another session of the same person. */
  readonly newSession: () => Promise<string>;
  /** A session of somebody who is a member of nothing. */
  readonly newStranger: () => Promise<string>;
  /** Takes the database away for good. */
  readonly loseDatabase: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const baseUrl = 'http://localhost:8787';

export async function createProduct(options: ProductOptions = {}): Promise<Product> {
  const { database, remove } = await openTestDatabase();
  const repositories = await openRepositories(database, Buffer.alloc(32, 7));
  const closed = once(() => database.close());
  const log: string[] = [];
  const { app, mounted } = createApp(repositories, log, options);
  const cast = await createCast(database, repositories);
  await app.ready();
  const send: Product['send'] = async ({ as, project, headers, ...request }) =>
    answered(
      await app.inject({
        ...request,
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(project === undefined ? {} : { 'x-service-project-id': project }),
          ...headers,
        },
      }),
    );
  return {
    app,
    database,
    repositories,
    log,
    mounted,
    ...cast,
    send,
    tool: (key, name, args, headers) =>
      send({
        method: 'POST',
        url: '/mcp/tools/call',
        as: key,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      }),
    ingestAll: () => ingestAll(repositories),
    newSession: () => newSession(repositories, cast.userId),
    newStranger: async () => newSession(repositories, await newUser(database, 'stranger')),
    loseDatabase: () => closed.get(),
    close: async () => {
      await app.close();
      await closed.get();
      await remove();
    },
  };
}

function createApp(
  repositories: Repositories,
  log: string[],
  { limit = 100_000, maxUploadBytes = 2_500_000, answers = createExtractiveAnswerWriter(), leaseMs = 20 }: ProductOptions,
) {
  const logger = createLogger({ level: 'trace', destination: { write: (line: string) => void log.push(line) } });
  const app = createHttp({ logger, baseUrl });
  const mounted: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void mounted.push(...[method].flat().map((one) => `${one} ${url}`)));
  const authenticator = createAuthenticator({ credentials: repositories.credentials, leaseMs });
  const guards = createGuards(app, { authenticator, limits: { free: limit, premium: limit }, baseUrl, appUrl: baseUrl, logger });
  app.addHook('onRequest', guards.browser);
  serveReadiness(app, { probes: {} });
  const unscraped = { metricsToken: undefined, metricsPort: undefined, isExported: false };
  serveMetrics(app, { telemetry: { close: async () => {} }, config: unscraped, logger });
  const settings = { mcpSessions: false, maxUploadBytes };
  const passwords = createPasswordHasher();
  mountGateway(app, {
    ...repositories,
    history: repositories.actionHistory,
    commitments: repositories.commitments,
    passwords,
    authenticator,
    answers,
    guards,
    settings,
    baseUrl,
    appUrl: 'https://app.example.org',
  });
  return { app, mounted };
}

function onWarning(message: string): void {
  throw new Error(message);
}

async function openTestDatabase(): Promise<{ database: Database; remove: () => Promise<void> }> {
  const server = process.env['CAIRN_TEST_DATABASE_URL'];
  if (server === undefined || server === '') {
    const folder = await createStoreFolder();
    const location = { kind: 'embedded', dataDir: folder.path } as const;
    return { database: await openDatabase({ location, migrate: true, onWarning }), remove: () => folder.remove() };
  }
  const created = await createPostgresDatabase(server);
  const location = { kind: 'postgres', url: created.url } as const;
  return { database: await openDatabase({ location, migrate: true, onWarning }), remove: () => created.drop() };
}

async function createCast(database: Database, repositories: Repositories) {
  const first = createApiKeySecret();
  await repositories.bootstrap.bootstrap(async () => ({ email: 'ada@example.org', passwordVerifier: 'none', key: first }));
  const principal = await repositories.credentials.apiKey(first.hash);
  if (!principal) throw new Error('the first key does not resolve');
  const { userId, workspaceId, projectId: projectA } = principal;
  const project = await repositories.directory.workspaces.createProject(
    { userId, sessionId: newId(), requestId: 'cast' },
    workspaceId,
    'Second project',
  );
  if (typeof project === 'string') throw new Error(project);
  const keyIn = async (projectId: string, holder: string) => {
    const { secret, ...kept } = createApiKeySecret();
    await repositories.directory.apiKeys.create(
      { ...principal, userId: holder, projectId, requestId: 'cast', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      'a key',
      kept,
    );
    return secret;
  };
  const viewerId = await newMember(database, workspaceId, 'viewer');
  const callers: Callers = {
    a: first.secret,
    a2: await keyIn(projectA, userId),
    b: await keyIn(project.id, userId),
    session: await newSession(repositories, userId),
    viewer: await newSession(repositories, viewerId),
    viewerKey: await keyIn(projectA, viewerId),
  };
  return { callers, userId, workspaceId, projectA, projectB: project.id };
}

async function newSession(repositories: Repositories, userId: string): Promise<string> {
  const { secret, hash } = createSessionToken();
  await repositories.accounts.openSession(userId, hash);
  return secret;
}

/** Written into the tables: how people join is tested where it is promised. */
async function newMember(database: Database, workspaceId: string, role: Role): Promise<string> {
  const id = await newUser(database, role);
  await database.app.query('insert into cairn.workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [
    workspaceId,
    id,
    role,
  ]);
  return id;
}

async function newUser(database: Database, name: string): Promise<string> {
  const id = newId();
  await database.app.query('insert into cairn.users (id, email, name, password_verifier) values ($1, $2, null, $3)', [
    id,
    `${name}-${id}@example.org`,
    'none',
  ]);
  return id;
}

const jobPayload = jobCatalog['knowledge.ingest'].payload;

async function ingestAll({ outbox, ingestion }: Repositories): Promise<void> {
  await outbox.relay(100, async (entries) => {
    for (const { job, payload } of entries) {
      if (job !== 'knowledge.ingest') continue;
      const { projectId, versionId } = jobPayload.parse(payload);
      const claim = await ingestion.claim(projectId, versionId);
      if (claim) await ingestClaimed(ingestion, claim);
    }
  });
}

async function ingestClaimed(ingestion: IngestionRepository, claim: IngestionClaim): Promise<void> {
  try {
    await ingestion.publish(claim, await ingest(claim), { analyser: analyserVersion, modelId: undefined });
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    await ingestion.fail(claim, { code: error.code, message: error.message });
  }
}

/** Does it when first asked, and never again. */
function once(work: () => Promise<void>): { get(): Promise<void> } {
  let done: Promise<void> | undefined;
  return {
    get: () => {
      done ??= work();
      return done;
    },
  };
}

function answered(response: LightMyRequestResponse): Answered {
  const { statusCode: status, headers, body: text } = response;
  return { status, headers, text, body: isJson(headers['content-type']) ? JSON.parse(text) : undefined };
}

const isJson = (type: unknown): boolean => typeof type === 'string' && /^application\/(problem\+)?json/.test(type);
