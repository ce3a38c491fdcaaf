import { documentBounds } from '@cairn/core';
import type { TaskPlanLimits } from '@cairn/core';
import {
  acrossSettings,
  checkMasterKeySettings,
  checkTelemetrySettings,
  checkWebSettings,
  checkModelSettings,
  envFields,
  modelConfig,
  modelSettings,
  masterKeyConfig,
  lookAtCertificate,
  lookAtFolder,
  lookAtMasterKeys,
  neededMasterKeySettings,
  readEnv,
  taskLimitConfig,
  taskLimitSettings,
  webConfig,
  webSettings,
  telemetryConfig,
  telemetrySettings,
} from '@cairn/service-kit';
import type { Environment, LogLevel, MasterKeyConfig, ModelConfig, WebConfig, TelemetryConfig } from '@cairn/service-kit';
import { z } from 'zod';

/** What the gateway does beyond listening; the standalone app reads the same settings. */
export interface GatewaySettings {
  /** Whether clients of the 2025 revisions get sessions; for one gateway, or a balancer that keeps a client on one. */
  readonly mcpSessions: boolean;
  readonly maxUploadBytes: number;
  /** See `createDenseSearch`. */
  readonly vectorCacheBytes?: number | undefined;
  /** Lets whoever runs the service in at `/operator`; undefined: nobody. */
  readonly operatorToken?: string | undefined;
}

export interface Config extends WebConfig {
  readonly database: { readonly url: string; readonly masterKey: MasterKeyConfig };
  /** Folder that checkpoints of the audit are kept in besides the database; the worker's. */
  readonly auditDir: string | undefined;
  readonly gateway: GatewaySettings;
  readonly taskLimits: TaskPlanLimits;
  readonly models: ModelConfig;
  readonly telemetry: TelemetryConfig;
  readonly logLevel: LogLevel;
}

export const gatewaySettings = {
  CAIRN_MCP_SESSIONS: envFields.boolean.default(false),
  CAIRN_MAX_UPLOAD_BYTES: envFields.documentBytes.default(documentBounds.maxBytes),
  CAIRN_VECTOR_CACHE_BYTES: envFields.positiveInteger.optional(),
  CAIRN_OPERATOR_TOKEN: envFields.token.optional(),
} as const;

type Given = z.output<z.ZodObject<typeof gatewaySettings>>;

export const gatewayConfig = (given: Given): GatewaySettings => ({
  mcpSessions: given.CAIRN_MCP_SESSIONS,
  maxUploadBytes: given.CAIRN_MAX_UPLOAD_BYTES,
  vectorCacheBytes: given.CAIRN_VECTOR_CACHE_BYTES,
  operatorToken: given.CAIRN_OPERATOR_TOKEN,
});

const schemaFor = (env: Environment) =>
  z
    .object({
      ...webSettings,
      ...gatewaySettings,
      ...taskLimitSettings,
      ...modelSettings,
      PORT: envFields.port.default(8787),
      DATABASE_URL: envFields.postgresUrl,
      ...neededMasterKeySettings(env),
      CAIRN_AUDIT_DIR: envFields.text.optional(),
      ...telemetrySettings,
      CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
    })
    .superRefine(checkModelSettings, acrossSettings)
    .superRefine(checkMasterKeySettings, acrossSettings)
    .superRefine(checkTelemetrySettings, acrossSettings)
    .superRefine(checkWebSettings, acrossSettings);

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Environment): Config {
  const given = readEnv(schemaFor(env), env);
  return {
    ...webConfig(given),
    database: { url: given.DATABASE_URL, masterKey: masterKeyConfig(given) },
    auditDir: given.CAIRN_AUDIT_DIR,
    gateway: gatewayConfig(given),
    taskLimits: taskLimitConfig(given),
    models: modelConfig(given),
    telemetry: telemetryConfig(given),
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}

/** What of the settings only this machine can tell; for `readOrExit`. */
export const looks = [lookAtCertificate, lookAtMasterKeys, lookAtFolder('CAIRN_AUDIT_DIR')] as const;
