import { defaultPlanLimits, type PlanLimits } from '@cairn/auth';
import type { z } from 'zod';
import { envFields } from './env-fields.ts';

/** The settings that every service with an address reads alike; spread them into the schema that `readEnv` takes. */
export const webSettings = {
  HOST: envFields.host.default('127.0.0.1'),
  CAIRN_BASE_URL: envFields.webUrl.optional(),
  CAIRN_APP_URL: envFields.webUrl.optional(),
  CAIRN_ALLOWED_ORIGINS: envFields.origins.optional(),
  CAIRN_ALLOWED_HOSTS: envFields.hosts.optional(),
  CAIRN_TRUSTED_PROXIES: envFields.trustedProxies.optional(),
  REDIS_URL: envFields.redisUrl.optional(),
  CAIRN_RATE_LIMIT_FREE: envFields.positiveInteger.default(defaultPlanLimits.free),
  CAIRN_RATE_LIMIT_PREMIUM: envFields.positiveInteger.default(defaultPlanLimits.premium),
} as const;

type Given = z.output<z.ZodObject<typeof webSettings>> & { readonly PORT: number };

/** Where a service listens, the address it is known under, and whom it lets in. */
export interface WebConfig {
  readonly listen: { readonly port: number; readonly host: string };
  readonly web: {
    readonly baseUrl: string;
    readonly appUrl: string;
    readonly allowedOrigins: readonly string[];
    readonly allowedHosts: readonly string[];
    readonly trustProxy: string | false;
  };
  readonly redisUrl: string | undefined;
  readonly limits: PlanLimits;
}

export function webConfig(given: Given): WebConfig {
  const baseUrl = given.CAIRN_BASE_URL ?? `http://localhost:${given.PORT}`;
  return {
    listen: { port: given.PORT, host: given.HOST },
    web: {
      baseUrl,
      appUrl: given.CAIRN_APP_URL ?? baseUrl,
      allowedOrigins: given.CAIRN_ALLOWED_ORIGINS ?? [],
      allowedHosts: given.CAIRN_ALLOWED_HOSTS ?? [],
      trustProxy: given.CAIRN_TRUSTED_PROXIES ?? false,
    },
    redisUrl: given.REDIS_URL,
    limits: { free: given.CAIRN_RATE_LIMIT_FREE, premium: given.CAIRN_RATE_LIMIT_PREMIUM },
  };
}
