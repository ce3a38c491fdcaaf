import { createCheckpointFiles } from '@cairn/audit';
import { createEvaluator } from '@cairn/governance';
import { createModels } from '@cairn/models';
import {
  createHttp,
  createLogger,
  createShutdown,
  loadMasterKeys,
  namingSetting,
  openPatiently,
  readOrExit,
  requireQueuePlace,
  requireRedis,
  serveMetrics,
  serveReadiness,
  startOrExit,
  startTelemetry,
  traceCalls,
  version,
} from '@cairn/service-kit';
import { openDatabase, openStorage, queueUserFault } from '@cairn/storage';
import { carrierOf } from './carrier.ts';
import { loadConfig, looks } from './config.ts';
import type { Config } from './config.ts';
import { createWorker } from './worker.ts';

async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const shutdown = createShutdown({ logger });
  const telemetry = await startTelemetry(config.telemetry, { service: 'cairn-worker', version });
  await requireRedis(config.redisUrl);
  const location = { kind: 'postgres', url: config.database.url } as const;
  const onWarning = (message: string): void => logger.warn(message);
  const open = () => namingSetting('DATABASE_URL', openDatabase({ location, migrate: false, onWarning }));
  const masterKey = await loadMasterKeys(config.database.masterKey);
  const opened = await openPatiently(() => openStorage(open, masterKey, { taskLimits: config.taskLimits }), {
    listen: config.listen,
    logger,
  });
  const { database } = opened;
  if (config.redisUrl === undefined) await requireQueuePlace(() => queueUserFault(database));
  const repositories = traceCalls(opened.repositories);
  const models = createModels(config.models, logger);
  const checkpoints =
    config.auditDir === undefined ? undefined : await namingSetting('CAIRN_AUDIT_DIR', createCheckpointFiles(config.auditDir));
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
  const app = createHttp({ logger });
  serveReadiness(app, {
    probes: { database: () => repositories.probe(), ...worker.probes },
    notes: () => models.notes(),
  });
  const metrics = serveMetrics(app, { telemetry, config: config.telemetry, logger });
  shutdown.add('worker', () => worker.close(), { overdue: () => database.interrupt() });
  shutdown.add('http', () => app.close(), { overdue: () => database.interrupt() });
  shutdown.add('models', () => models.close());
  shutdown.add('database', () => database.close());
  shutdown.add('telemetry', () => Promise.all([metrics.close(), telemetry.close()]));
  worker.start();
  await metrics.listen(config.listen.host);
  await app.listen(config.listen);
}

await startOrExit(() => start(readOrExit(loadConfig, process.env, looks)));
