import { join } from 'node:path';
import { apiKeyFault, type SignUpMode } from '@cairn/auth';
import { gatewayConfig, gatewaySettings, type GatewaySettings } from '@cairn/gateway/config';
import { oauthConfig, oauthSettings, signUpConfig, signUpSettings, type OauthSettings } from '@cairn/oauth/config';
import {
  acrossSettings,
  checkMasterKeySettings,
  checkTelemetrySettings,
  checkWebSettings,
  checkModelSettings,
  envFields,
  lookAtCertificate,
  lookAtFolder,
  lookAtMasterKeys,
  masterKeyConfig,
  masterKeySettings,
  modelConfig,
  modelSettings,
  readEnv,
  taskLimitConfig,
  taskLimitSettings,
  webConfig,
  webSettings,
  telemetryConfig,
  telemetrySettings,
} from '@cairn/service-kit';
import type { Environment, LogLevel, Look, MasterKeyConfig, ModelConfig, WebConfig, TelemetryConfig } from '@cairn/service-kit';
import { workerConfig, workerSettings, type WorkerSettings } from '@cairn/worker/config';
import { z } from 'zod';

/** Where the data is: a folder of this machine, or a server. */
export type DataPlace = (
  | {
      /** A master key is made where none is set. */
      readonly kind: 'embedded';
      readonly dataDir: string;
    }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The address that services of their own are told, whose user `migrate` makes. */
      readonly serviceUrl?: string;
    }
) & { readonly masterKey: MasterKeyConfig };

export interface Config extends WebConfig {
  readonly data: DataPlace;
  /** Folder that checkpoints of the audit are kept in besides the database. */
  readonly audit: { readonly dir: string; readonly isGiven: boolean };
  readonly gateway: GatewaySettings;
  readonly oauth: OauthSettings;
  readonly worker: WorkerSettings;
  readonly taskLimits: ReturnType<typeof taskLimitConfig>;
  readonly models: ModelConfig;
  readonly signUp: SignUpMode;
  /** What of the first account was given; the rest is generated and shown once. */
  readonly firstAccount: { readonly email?: string; readonly password?: string; readonly apiKey?: string };
  readonly telemetry: TelemetryConfig;
  readonly logLevel: LogLevel;
}

const defaultDataDir = './.cairn';

const schema = z
  .object({
    ...webSettings,
    ...gatewaySettings,
    ...oauthSettings,
    ...workerSettings,
    ...taskLimitSettings,
    ...modelSettings,
    ...signUpSettings,
    PORT: envFields.port.default(8787),
    DATABASE_URL: envFields.postgresUrl.optional(),
    CAIRN_SERVICE_DATABASE_URL: envFields.postgresUrl.optional(),
    CAIRN_DATA_DIR: envFields.text.default(defaultDataDir),
    ...masterKeySettings,
    CAIRN_AUDIT_DIR: envFields.text.optional(),
    CAIRN_BOOTSTRAP_EMAIL: z.email().max(320).optional().describe('an e-mail address'),
    CAIRN_BOOTSTRAP_PASSWORD: z
      .string()
      .refine((text) => text.length >= 8 && Buffer.byteLength(text) <= 1024)
      .optional()
      .describe('a password of at least 8 characters and at most 1024 bytes'),
    CAIRN_BOOTSTRAP_API_KEY: z
      .string()
      .superRefine((key, context) => {
        const fault = apiKeyFault(key);
        if (fault) context.addIssue({ code: 'custom', message: fault });
      })
      .optional(),
    ...telemetrySettings,
    CAIRN_LOG_LEVEL: envFields.logLevel.default('warn'),
  })
  .superRefine(checkModelSettings, acrossSettings)
  .superRefine(checkMasterKeySettings, acrossSettings)
  .superRefine(checkTelemetrySettings, acrossSettings)
  .superRefine(checkWebSettings, acrossSettings)
  .superRefine((given, context) => {
    if (given.DATABASE_URL !== undefined && given.CAIRN_MASTER_KEY === undefined && given.CAIRN_MASTER_KEY_FILE === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['CAIRN_MASTER_KEY'],
        message: 'must be set when DATABASE_URL is: 32 bytes in base64 (`openssl rand -base64 32` makes one)',
      });
    }
  }, acrossSettings);

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Environment): Config {
  const given = readEnv(schema, env);
  const web = webConfig(given);
  return {
    ...web,
    signUp: signUpConfig(given, web),
    data: dataPlace(given),
    audit: { dir: given.CAIRN_AUDIT_DIR ?? join(given.CAIRN_DATA_DIR, 'audit'), isGiven: given.CAIRN_AUDIT_DIR !== undefined },
    gateway: gatewayConfig(given),
    oauth: oauthConfig(given),
    worker: workerConfig(given),
    taskLimits: taskLimitConfig(given),
    models: modelConfig(given),
    firstAccount: {
      ...(given.CAIRN_BOOTSTRAP_EMAIL && { email: given.CAIRN_BOOTSTRAP_EMAIL }),
      ...(given.CAIRN_BOOTSTRAP_PASSWORD && { password: given.CAIRN_BOOTSTRAP_PASSWORD }),
      ...(given.CAIRN_BOOTSTRAP_API_KEY && { apiKey: given.CAIRN_BOOTSTRAP_API_KEY }),
    },
    telemetry: telemetryConfig(given),
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}

function dataPlace(given: z.output<typeof schema>): DataPlace {
  const { DATABASE_URL: url, CAIRN_SERVICE_DATABASE_URL: serviceUrl, CAIRN_DATA_DIR: dataDir } = given;
  const masterKey = masterKeyConfig(given);
  // The schema refuses a server without a key.
  if (url !== undefined) return { kind: 'postgres', url, ...(serviceUrl !== undefined && { serviceUrl }), masterKey };
  return { kind: 'embedded', dataDir, masterKey };
}

/** Unless the data is on a server. */
const lookAtDataFolder: Look = (env) => (env['DATABASE_URL']?.trim() ? [] : lookAtFolder('CAIRN_DATA_DIR', defaultDataDir)(env));

/** What of the settings of the data only this machine can tell; for `readOrExit`. */
export const dataLooks: readonly Look[] = [lookAtMasterKeys, lookAtDataFolder];

/** The same of all settings. */
export const looks: readonly Look[] = [lookAtCertificate, ...dataLooks, lookAtFolder('CAIRN_AUDIT_DIR')];
