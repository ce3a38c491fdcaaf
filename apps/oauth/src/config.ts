import {
  acrossSettings,
  checkMasterKeySettings,
  checkTelemetrySettings,
  checkWebSettings,
  envFields,
  masterKeyConfig,
  lookAtCertificate,
  lookAtMasterKeys,
  neededMasterKeySettings,
  readEnv,
  webConfig,
  webSettings,
  telemetryConfig,
  telemetrySettings,
} from '@cairn/service-kit';
import type { Environment, LogLevel, MasterKeyConfig, WebConfig, TelemetryConfig } from '@cairn/service-kit';
import type { SignUpMode } from '@cairn/auth';
import { z } from 'zod';
import { signUpConfig, signUpSettings } from './accounts/sign-up-settings.ts';

export { signUpConfig, signUpSettings };

/** What the OAuth server does beyond the protocol; the standalone app reads the same settings. */
export interface OauthSettings {
  /** Whether clients may describe themselves at an address of their own (client ID metadata documents), which this server then fetches. */
  readonly selfDescribedClients: boolean;
  /** Clients that one network address may register in an hour. */
  readonly registrationsPerHour: number;
  /** Seconds that a token answer names as `expires_in`, for clients that take its absence for an hour; tokens never expire. */
  readonly expiresInHint: number | undefined;
}

export const oauthSettings = {
  CAIRN_OAUTH_CIMD: envFields.boolean.default(false),
  CAIRN_OAUTH_REGISTRATIONS_PER_HOUR: envFields.positiveInteger.default(100),
  CAIRN_OAUTH_EXPIRES_IN: z
    .string()
    .refine((text) => /^[1-9]\d{0,9}$/.test(text.trim()) && Number(text) <= 2_147_483_647)
    .transform(Number)
    .optional()
    .describe('a whole number of seconds from 1 to 2147483647'),
} as const;

export const oauthConfig = (given: {
  CAIRN_OAUTH_CIMD: boolean;
  CAIRN_OAUTH_REGISTRATIONS_PER_HOUR: number;
  CAIRN_OAUTH_EXPIRES_IN?: number | undefined;
}): OauthSettings => ({
  selfDescribedClients: given.CAIRN_OAUTH_CIMD,
  registrationsPerHour: given.CAIRN_OAUTH_REGISTRATIONS_PER_HOUR,
  expiresInHint: given.CAIRN_OAUTH_EXPIRES_IN,
});

export interface Config extends WebConfig {
  readonly database: { readonly url: string; readonly masterKey: MasterKeyConfig };
  readonly oauth: OauthSettings;
  readonly signUp: SignUpMode;
  readonly telemetry: TelemetryConfig;
  readonly logLevel: LogLevel;
}

const schemaFor = (env: Environment) =>
  z
    .object({
      ...webSettings,
      ...signUpSettings,
      ...oauthSettings,
      PORT: envFields.port.default(8788),
      DATABASE_URL: envFields.postgresUrl,
      ...neededMasterKeySettings(env),
      ...telemetrySettings,
      CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
    })
    .superRefine(checkMasterKeySettings, acrossSettings)
    .superRefine(checkTelemetrySettings, acrossSettings)
    .superRefine(checkWebSettings, acrossSettings);

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Environment): Config {
  const given = readEnv(schemaFor(env), env);
  const web = webConfig(given);
  return {
    ...web,
    signUp: signUpConfig(given, web),
    database: { url: given.DATABASE_URL, masterKey: masterKeyConfig(given) },
    oauth: oauthConfig(given),
    telemetry: telemetryConfig(given),
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}

/** What of the settings only this machine can tell; for `readOrExit`. */
export const looks = [lookAtCertificate, lookAtMasterKeys] as const;
