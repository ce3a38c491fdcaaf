import { envFields, readEnv, webConfig, webSettings } from '@cairn/service-kit';
import type { LogLevel, WebConfig } from '@cairn/service-kit';
import { z } from 'zod';

export interface Config extends WebConfig {
  readonly database: { readonly url: string; readonly masterKey: Uint8Array };
  readonly logLevel: LogLevel;
}

const schema = z.object({
  ...webSettings,
  PORT: envFields.port.default(8788),
  DATABASE_URL: envFields.postgresUrl,
  CAIRN_MASTER_KEY: envFields.key32,
  CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
});

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = readEnv(schema, env);
  return {
    ...webConfig(given),
    database: { url: given.DATABASE_URL, masterKey: given.CAIRN_MASTER_KEY },
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}
