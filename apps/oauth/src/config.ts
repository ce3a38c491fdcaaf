import { defaultPlanLimits } from '@cairn/auth';
import type { PlanLimits } from '@cairn/auth';
import { envFields, readEnv } from '@cairn/service-kit';
import type { LogLevel } from '@cairn/service-kit';
import { z } from 'zod';
import type { OauthHttpOptions } from './oauth-app.ts';

export interface Config {
  readonly listen: { readonly port: number; readonly host: string };
  readonly http: OauthHttpOptions;
  readonly database: { readonly url: string; readonly masterKey: Uint8Array };
  readonly redisUrl: string | undefined;
  readonly limits: PlanLimits;
  readonly logLevel: LogLevel;
}

const schema = z.object({
  PORT: envFields.port.default(8788),
  HOST: envFields.host.default('127.0.0.1'),
  CAIRN_BASE_URL: envFields.webUrl.optional(),
  CAIRN_APP_URL: envFields.webUrl.optional(),
  CAIRN_ALLOWED_ORIGINS: envFields.origins.optional(),
  CAIRN_TRUSTED_PROXIES: envFields.trustedProxies.optional(),
  DATABASE_URL: envFields.postgresUrl,
  CAIRN_MASTER_KEY: envFields.key32,
  REDIS_URL: envFields.redisUrl.optional(),
  CAIRN_RATE_LIMIT_FREE: envFields.positiveInteger.default(defaultPlanLimits.free),
  CAIRN_RATE_LIMIT_PREMIUM: envFields.positiveInteger.default(defaultPlanLimits.premium),
  CAIRN_LOG_LEVEL: envFields.logLevel.default('info'),
});

/** The settings of this process; the README lists them. @throws ConfigError that names every bad or missing one. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = readEnv(schema, env);
  const baseUrl = given.CAIRN_BASE_URL ?? `http://localhost:${given.PORT}`;
  return {
    listen: { port: given.PORT, host: given.HOST },
    http: {
      baseUrl,
      appUrl: given.CAIRN_APP_URL ?? baseUrl,
      ...(given.CAIRN_ALLOWED_ORIGINS === undefined ? {} : { allowedOrigins: given.CAIRN_ALLOWED_ORIGINS }),
      ...(given.CAIRN_TRUSTED_PROXIES === undefined ? {} : { trustProxy: given.CAIRN_TRUSTED_PROXIES }),
    },
    database: { url: given.DATABASE_URL, masterKey: given.CAIRN_MASTER_KEY },
    redisUrl: given.REDIS_URL,
    limits: { free: given.CAIRN_RATE_LIMIT_FREE, premium: given.CAIRN_RATE_LIMIT_PREMIUM },
    logLevel: given.CAIRN_LOG_LEVEL,
  };
}
