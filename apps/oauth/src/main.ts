import { createAuthenticator } from '@cairn/auth';
import {
  createLimitRedis,
  createLogger,
  createShutdown,
  loadMasterKeys,
  loadTls,
  namingSetting,
  openPatiently,
  readOrExit,
  requireRedis,
  serveMetrics,
  startOrExit,
  startTelemetry,
  traceCalls,
  version,
} from '@cairn/service-kit';
import { createPasswordHasher, openDatabase, openStorage } from '@cairn/storage';
import { loadConfig, looks } from './config.ts';
import type { Config } from './config.ts';
import { createOauthApp } from './oauth-app.ts';

async function start(config: Config): Promise<void> {
  const { listen, web, database: settings, redisUrl, limits, signUp, logLevel, oauth: oauthSettings } = config;
  const logger = createLogger({ level: logLevel });
  const shutdown = createShutdown({ logger });
  const telemetry = await startTelemetry(config.telemetry, { service: 'cairn-oauth', version });
  await requireRedis(redisUrl);
  const location = { kind: 'postgres', url: settings.url } as const;
  const onWarning = (message: string): void => logger.warn(message);
  const open = () => namingSetting('DATABASE_URL', openDatabase({ location, migrate: false, onWarning }));
  const tls = config.tls && (await loadTls(config.tls));
  const masterKey = await loadMasterKeys(settings.masterKey);
  const { database, repositories } = await openPatiently(() => openStorage(open, masterKey), { listen, logger, tls });
  const { accounts, sessions, invitations, credentials, oauth, audit } = traceCalls(repositories);
  const redis = redisUrl === undefined ? undefined : createLimitRedis(redisUrl, logger);
  const app = createOauthApp({
    tls,
    accounts,
    sessions,
    invitations,
    failed: audit.refused,
    signUp,
    authenticator: createAuthenticator({ credentials, audience: `${web.baseUrl}/mcp` }),
    passwords: createPasswordHasher(),
    logger,
    probes: { database: () => repositories.probe() },
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

await startOrExit(() => start(readOrExit(loadConfig, process.env, looks)));
