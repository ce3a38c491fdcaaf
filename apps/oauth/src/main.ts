import { createAuthenticator } from '@cairn/auth';
import {
  createLimitRedis,
  createLogger,
  createShutdown,
  loadMasterKeys,
  loadTls,
  namingSetting,
  readOrExit,
  requireRedis,
  serveMetrics,
  startOrExit,
  startTelemetry,
  traceCalls,
  version,
} from '@cairn/service-kit';
import { createPasswordHasher, openDatabase, openRepositories } from '@cairn/storage';
import { loadConfig } from './config.ts';
import type { Config } from './config.ts';
import { createOauthApp } from './oauth-app.ts';

async function start(config: Config): Promise<void> {
  const { listen, web, database: settings, redisUrl, limits, signUp, logLevel, oauth: oauthSettings } = config;
  const logger = createLogger({ level: logLevel });
  const shutdown = createShutdown({ logger });
  const telemetry = await startTelemetry(config.telemetry, { service: 'cairn-oauth', version });
  await requireRedis(redisUrl);
  const location = { kind: 'postgres', url: settings.url } as const;
  const database = await namingSetting(
    'DATABASE_URL',
    openDatabase({ location, migrate: false, onWarning: (message) => logger.warn(message) }),
  );
  const { accounts, sessions, invitations, credentials, oauth, audit } = traceCalls(
    await openRepositories(database, await loadMasterKeys(settings.masterKey)),
  );
  const redis = redisUrl === undefined ? undefined : createLimitRedis(redisUrl, logger);
  const app = createOauthApp({
    tls: config.tls && (await loadTls(config.tls)),
    accounts,
    sessions,
    invitations,
    failed: audit.refused,
    signUp,
    authenticator: createAuthenticator({ credentials, audience: `${web.baseUrl}/mcp` }),
    passwords: createPasswordHasher(),
    logger,
    probes: { database: () => database.probe() },
    web,
    limits,
    oauth: { repositories: oauth, settings: oauthSettings },
    ...(redis === undefined ? {} : { redis }),
  });
  const metrics = serveMetrics(app, { telemetry, config: config.telemetry, logger });
  shutdown.add('http', () => app.close(), { overdue: () => database.interrupt() });
  shutdown.add('redis', () => redis?.disconnect());
  shutdown.add('database', () => database.close());
  shutdown.add('telemetry', () => Promise.all([metrics.close(), telemetry.close()]));
  await metrics.listen(listen.host);
  await app.listen(listen);
}

await startOrExit(() => start(readOrExit(() => loadConfig(process.env))));
