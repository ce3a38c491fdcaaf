import { envFields, readEnv } from '@cairn/service-kit';
import type { Environment, LogLevel, PageAddresses } from '@cairn/service-kit';
import { z } from 'zod';

export interface Config {
  readonly listen: { readonly port: number; readonly host: string };
  readonly addresses: PageAddresses;
  readonly logLevel: LogLevel;
}

const addressSettings = {
  CAIRN_BASE_URL: envFields.webUrl,
  CAIRN_APP_URL: envFields.webUrl.optional(),
};

const schema = z.object({
  ...addressSettings,
  PORT: envFields.port.default(8791),
  HOST: envFields.host.default('127.0.0.1'),
  CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
});

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Environment): Config {
  const given = readEnv(schema, env);
  return {
    listen: { port: given.PORT, host: given.HOST },
    addresses: addressesOf(given),
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}

/** The settings of a build: the addresses alone. @throws ConfigError */
export function loadAddresses(env: Environment): PageAddresses {
  return addressesOf(readEnv(z.object(addressSettings), env));
}

const addressesOf = (given: { CAIRN_BASE_URL: string; CAIRN_APP_URL?: string | undefined }): PageAddresses => ({
  baseUrl: given.CAIRN_BASE_URL,
  appUrl: given.CAIRN_APP_URL ?? given.CAIRN_BASE_URL,
});
