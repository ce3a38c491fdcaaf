import { createCheckpointFiles } from '@cairn/audit';
import { createModels } from '@cairn/models';
import {
  createLimitRedis,
  createLogger,
  createShutdown,
  loadMasterKeys,
  loadTls,
  namingSetting,
  openPatiently,
  readOrExit,
  requireQueuePlace,
  requireRedis,
  serveMetrics,
  startOrExit,
  startTelemetry,
  traceCalls,
  version,
} from '@cairn/service-kit';
import { openDatabase, openStorage, queueUserFault } from '@cairn/storage';
import { loadConfig, looks } from './config.ts';
import type { Config } from './config.ts';
import { createGatewayApp } from './gateway-app.ts';

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const shutdown = createShutdown({ logger });
  const telemetry = await startTelemetry(config.telemetry, { service: 'cairn-gateway', version });
  await requireRedis(config.redisUrl);
  const location = { kind: 'postgres', url: config.database.url } as const;
  const onWarning = (message: string): void => logger.warn(message);
  const open = () => namingSetting('DATABASE_URL', openDatabase({ location, migrate: false, onWarning }));
  const tls = config.tls && (await loadTls(config.tls));
  const masterKey = await loadMasterKeys(config.database.masterKey);
  const { database, repositories } = await openPatiently(() => openStorage(open, masterKey, { taskLimits: config.taskLimits }), {
    listen: config.listen,
    logger,
    tls,
  });
  if (config.redisUrl === undefined) await requireQueuePlace(() => queueUserFault(database));
  const redis = config.redisUrl === undefined ? undefined : createLimitRedis(config.redisUrl, logger);
  const models = createModels(config.models, logger);
  const checkpoints =
    config.auditDir === undefined ? undefined : await namingSetting('CAIRN_AUDIT_DIR', createCheckpointFiles(config.auditDir));
  const app = createGatewayApp(config, {
    tls,
    models,
    checkpoints,
    repositories: traceCalls(repositories),
    logger,
    // Jobs travel by Redis where there is one, by the database otherwise.
    probes: { database: () => repositories.probe(), ...(redis && { queue: () => redis.ping() }) },
    ...(redis && { redis }),
  });
  const metrics = serveMetrics(app, { telemetry, config: config.telemetry, logger });
  shutdown.add('http', () => app.close(), { overdue: () => database.interrupt() });
  shutdown.add('models', () => models.close());
  shutdown.add('redis', () => redis?.disconnect());
  shutdown.add('database', () => database.close());
  shutdown.add('telemetry', () => Promise.all([metrics.close(), telemetry.close()]));
  await metrics.listen(config.listen.host);
  await app.listen(config.listen);
}

await startOrExit(() => start(readOrExit(loadConfig, process.env, looks)));
