import type { TaskPlanLimits } from '@cairn/core';
import {
  acrossSettings,
  checkMasterKeySettings,
  checkTelemetrySettings,
  checkModelSettings,
  envFields,
  masterKeyConfig,
  modelConfig,
  modelSettings,
  lookAtFolder,
  lookAtMasterKeys,
  neededMasterKeySettings,
  readEnv,
  taskLimitConfig,
  taskLimitSettings,
  telemetryConfig,
  telemetrySettings,
} from '@cairn/service-kit';
import type { Environment, LogLevel, MasterKeyConfig, ModelConfig, TelemetryConfig } from '@cairn/service-kit';
import { z } from 'zod';

/** What the worker does beyond being asked how it is; the standalone app reads the same settings. */
export interface WorkerSettings {
  /** Documents that one process reads at the same time. */
  readonly concurrency: number;
  /** Tasks that one process works on at the same time. */
  readonly taskConcurrency: number;
  /** Days that a task is kept after its end; its audit stays. Default 90. */
  readonly taskRetentionDays?: number | undefined;
  /** Days that entries of the audit are kept; undefined: for ever. */
  readonly auditRetentionDays?: number | undefined;
  /** Not in the environment; see `createJobWorkers`. */
  readonly lockMs?: number;
  readonly graceMs?: number;
}

export interface Config {
  /** Where `/healthz` and `/readyz` are answered. */
  readonly listen: { readonly port: number; readonly host: string };
  readonly database: { readonly url: string; readonly masterKey: MasterKeyConfig };
  /** Jobs travel by this Redis, or by the database when there is none. */
  readonly redisUrl: string | undefined;
  /** Folder that checkpoints of the audit are kept in besides the database. */
  readonly auditDir: string | undefined;
  readonly worker: WorkerSettings;
  readonly taskLimits: TaskPlanLimits;
  readonly models: ModelConfig;
  readonly telemetry: TelemetryConfig;
  readonly logLevel: LogLevel;
}

export const workerSettings = {
  CAIRN_WORKER_CONCURRENCY: envFields.documentsAtOnce.default(2),
  CAIRN_TASK_CONCURRENCY: envFields.tasksAtOnce.default(6),
  CAIRN_TASK_RETENTION_DAYS: envFields.days.default(90),
  CAIRN_AUDIT_RETENTION_DAYS: envFields.days.optional(),
} as const;

export const workerConfig = (given: {
  CAIRN_WORKER_CONCURRENCY: number;
  CAIRN_TASK_CONCURRENCY: number;
  CAIRN_TASK_RETENTION_DAYS: number;
  CAIRN_AUDIT_RETENTION_DAYS?: number | undefined;
}): WorkerSettings => ({
  concurrency: given.CAIRN_WORKER_CONCURRENCY,
  taskConcurrency: given.CAIRN_TASK_CONCURRENCY,
  taskRetentionDays: given.CAIRN_TASK_RETENTION_DAYS,
  auditRetentionDays: given.CAIRN_AUDIT_RETENTION_DAYS,
});

const schemaFor = (env: Environment) =>
  z
    .object({
      ...workerSettings,
      ...taskLimitSettings,
      ...modelSettings,
      PORT: envFields.port.default(8789),
      HOST: envFields.host.default('127.0.0.1'),
      DATABASE_URL: envFields.postgresUrl,
      REDIS_URL: envFields.redisUrl.optional(),
      ...neededMasterKeySettings(env),
      CAIRN_AUDIT_DIR: envFields.text.optional(),
      ...telemetrySettings,
      CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
    })
    .superRefine(checkModelSettings, acrossSettings)
    .superRefine(checkMasterKeySettings, acrossSettings)
    .superRefine(checkTelemetrySettings, acrossSettings);

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Environment): Config {
  const given = readEnv(schemaFor(env), env);
  return {
    listen: { port: given.PORT, host: given.HOST },
    database: { url: given.DATABASE_URL, masterKey: masterKeyConfig(given) },
    redisUrl: given.REDIS_URL,
    auditDir: given.CAIRN_AUDIT_DIR,
    worker: workerConfig(given),
    taskLimits: taskLimitConfig(given),
    models: modelConfig(given),
    telemetry: telemetryConfig(given),
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}

/** What of the settings only this machine can tell; for `readOrExit`. */
export const looks = [lookAtMasterKeys, lookAtFolder('CAIRN_AUDIT_DIR')] as const;
