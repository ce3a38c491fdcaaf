import { createAuthenticator, type PasswordHasher } from '@cairn/auth';
import type { McpExtension } from '@cairn/gateway';
import { createEvaluator } from '@cairn/governance';
import { createDenseSearch } from '@cairn/retrieval';
import {
  createLimitRedis,
  createSharedAttempts,
  createWebApp,
  loadTls,
  openPatiently,
  requireRedis,
  serveMetrics,
  startTelemetry,
  traceCalls,
  type CloserOptions,
  type Logger,
  version,
} from '@cairn/service-kit';
import { createPasswordHasher } from '@cairn/storage';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { createFirstAccount, type FirstAccount } from './first-account.ts';
import { openCheckpoints } from './open-checkpoints.ts';
import { openData } from './open-data.ts';
import { tryAddress } from './try-address.ts';

export interface StandaloneDeps {
  readonly logger: Logger;
  /** What a test adds to `/mcp` beside the product's own tools. */
  readonly extend?: McpExtension;
}

export interface Standalone {
  readonly app: FastifyInstance;
  /** Made by this start; undefined when the database had an account. */
  readonly firstAccount: FirstAccount | undefined;
  /** Resolves when the embedded engine died, after which the process can only end. */
  readonly died: Promise<Error>;
  /** Listens and begins to work. */
  readonly start: () => Promise<void>;
  /** What to close, in this order. */
  readonly closers: readonly ({ readonly name: string; readonly close: () => Promise<unknown> } & CloserOptions)[];
}

/** Gateway, accounts and worker in one process, on one port, over one database. */
export async function createStandalone(config: Config, { logger, extend }: StandaloneDeps): Promise<Standalone> {
  await tryAddress(config.listen);
  const telemetry = await startTelemetry(config.telemetry, { service: 'cairn', version });
  await requireRedis(config.redisUrl);
  const tls = config.tls && (await loadTls(config.tls));
  const passwords = createPasswordHasher();
  const open = () => openWithAccount(config, { logger, passwords });
  const { opened, parts } =
    config.data.kind === 'postgres'
      ? // A server is dialled when the code is there: reading it can hold the process for longer than a connection may take.
        { parts: await loadParts(), opened: await openPatiently(open, { listen: config.listen, logger, tls }) }
      : await openBeside(open);
  const { database, firstAccount } = opened;
  const repositories = traceCalls(opened.repositories);
  const { carrierOf, createModels, createWorker, mountAccounts, mountConsent, mountDashboard, mountGateway, mountOauth } = parts;
  const redis = config.redisUrl === undefined ? undefined : createLimitRedis(config.redisUrl, logger);
  const authenticator = createAuthenticator({ credentials: repositories.credentials, audience: `${config.web.baseUrl}/mcp` });
  const models = createModels(config.models, logger);
  const checkpoints = await openCheckpoints(config.audit, logger);
  const worker = createWorker(config.worker, {
    repositories,
    checkpoints,
    carrier: carrierOf({ redisUrl: config.redisUrl, database, repositories }),
    embedder: models.embedder,
    evaluator: createEvaluator({
      policies: repositories.stores.policies,
      history: repositories.actionHistory,
      commitments: repositories.commitments,
      onFault: (fault) => logger.error(fault, 'the policy in force cannot be read; nothing is allowed'),
    }),
    answers: models.answers,
    chat: models.chat,
    logger,
  });
  const probes = { database: () => repositories.probe(), ...worker.probes };
  const { app, guards } = createWebApp({
    web: config.web,
    tls,
    limits: config.limits,
    authenticator,
    logger,
    probes,
    notes: () => models.notes(),
    redis,
    // No other process takes over what would come meanwhile.
    lingerMs: 0,
    resourceMetadata: true,
  });

  const metrics = serveMetrics(app, { telemetry, config: config.telemetry, logger });
  app.closing.addEventListener('abort', () => models.hurry());
  await mountConsent(app, config.web);
  const attempts = redis === undefined ? undefined : createSharedAttempts({ redis, logger });
  mountDashboard(app, config.web);
  const { accounts, sessions, invitations } = repositories;
  const failed = repositories.audit.refused;
  mountAccounts(app, { accounts, sessions, invitations, authenticator, passwords, guards, attempts, failed, signUp: config.signUp });
  mountOauth(app, {
    repositories: repositories.oauth,
    accounts: repositories.accounts,
    authenticator,
    guards,
    attempts,
    settings: config.oauth,
    web: config.web,
    logger,
  });
  mountGateway(app, {
    stores: repositories.stores,
    tasks: repositories.tasks,
    taskLimits: config.taskLimits,
    hasPlanner: models.chat !== undefined,
    history: repositories.actionHistory,
    commitments: repositories.commitments,
    audit: repositories.audit,
    checkpoints,
    directory: repositories.directory,
    archives: repositories.archives,
    keyRotation: repositories.keyRotation,
    usage: repositories.usage,
    operator: repositories.operator,
    passwords,
    authenticator,
    answers: models.answers,
    dense: createDenseSearch({
      embedder: models.embedder,
      cacheBytes: config.gateway.vectorCacheBytes,
      onFault: (error) => logger.warn({ err: error }, 'no vector for a query; it is searched by its words'),
    }),
    reranker: models.reranker,
    guards,
    settings: config.gateway,
    baseUrl: config.web.baseUrl,
    appUrl: config.web.appUrl,
    rootIsTaken: true,
    extend,
  });

  return {
    app,
    firstAccount,
    died: database.died,
    start: async () => {
      await metrics.listen(config.listen.host);
      await app.listen(config.listen);
      worker.start();
    },
    closers: [
      { name: 'http and worker', close: () => Promise.all([app.close(), worker.close()]), overdue: () => database.interrupt() },
      { name: 'models', close: () => models.close() },
      { name: 'redis', close: async () => redis?.disconnect() },
      { name: 'database', close: () => database.close() },
      { name: 'telemetry', close: () => Promise.all([metrics.close(), telemetry.close()]) },
    ],
  };
}

interface OpenDeps extends Pick<StandaloneDeps, 'logger'> {
  readonly passwords: PasswordHasher;
}

/** The data, with the first account in an empty database. */
async function openWithAccount(config: Config, { logger, passwords }: OpenDeps) {
  const opened = await openData(config.data, {
    auditDays: config.worker.auditRetentionDays,
    onWarning: (message) => logger.warn(message),
    taskLimits: config.taskLimits,
  });
  try {
    const { bootstrap } = opened.repositories;
    return { ...opened, firstAccount: await createFirstAccount({ bootstrap, passwords }, config.firstAccount) };
  } catch (error) {
    await opened.database.close();
    throw error;
  }
}

/** The embedded engine starts in its thread while the code of the apps is read. */
async function openBeside<Opened>(open: () => Promise<Opened>) {
  const [opened, parts] = await Promise.all([open(), loadParts()]);
  return { opened, parts };
}

/** What this process is composed of, and most of what there is to read at a start. */
async function loadParts() {
  const [
    { mountConsent },
    { mountDashboard },
    { mountGateway },
    { createModels },
    { mountAccounts, mountOauth },
    { carrierOf, createWorker },
  ] = await Promise.all([
    import('@cairn/consent'),
    import('@cairn/dashboard'),
    import('@cairn/gateway'),
    import('@cairn/models'),
    import('@cairn/oauth'),
    import('@cairn/worker'),
  ]);
  return { carrierOf, createModels, createWorker, mountAccounts, mountConsent, mountDashboard, mountGateway, mountOauth };
}
