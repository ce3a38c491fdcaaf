import { defaultPlanLimits, type PlanLimits } from '@cairn/auth';
import type { z } from 'zod';
import type { TlsFiles } from '../http/tls.ts';
import { envFields } from './env-fields.ts';

/** The settings that every service with an address reads alike; spread them into the schema that `readEnv` takes. */
export const webSettings = {
  HOST: envFields.host.default('127.0.0.1'),
  CAIRN_BASE_URL: envFields.webUrl.optional(),
  CAIRN_APP_URL: envFields.webUrl.optional(),
  CAIRN_ALLOWED_ORIGINS: envFields.origins.optional(),
  CAIRN_ALLOWED_HOSTS: envFields.hosts.optional(),
  CAIRN_TRUSTED_PROXIES: envFields.trustedProxies.optional(),
  CAIRN_TLS_CERT_FILE: envFields.text.optional(),
  CAIRN_TLS_KEY_FILE: envFields.text.optional(),
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
  /** Its own certificate; undefined: plain HTTP, behind a proxy. */
  readonly tls: TlsFiles | undefined;
  readonly redisUrl: string | undefined;
  readonly limits: PlanLimits;
}

/** The rules across these settings; give it to `superRefine`. */
export function checkWebSettings(given: Pick<Given, 'CAIRN_TLS_CERT_FILE' | 'CAIRN_TLS_KEY_FILE'>, context: z.RefinementCtx): void {
  const [cert, key] = ['CAIRN_TLS_CERT_FILE', 'CAIRN_TLS_KEY_FILE'] as const;
  const refuse = (name: string, other: string): void =>
    context.addIssue({ code: 'custom', path: [name], message: `must be set when ${other} is` });
  if (given[cert] !== undefined && given[key] === undefined) refuse(key, cert);
  if (given[key] !== undefined && given[cert] === undefined) refuse(cert, key);
}

export function webConfig(given: Given): WebConfig {
  const { CAIRN_TLS_CERT_FILE: certFile, CAIRN_TLS_KEY_FILE: keyFile } = given;
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
  const baseUrl = given.CAIRN_BASE_URL ?? `${tls ? 'https' : 'http'}://localhost:${given.PORT}`;
  return {
    listen: { port: given.PORT, host: given.HOST },
    web: {
      baseUrl,
      appUrl: given.CAIRN_APP_URL ?? baseUrl,
      allowedOrigins: given.CAIRN_ALLOWED_ORIGINS ?? [],
      allowedHosts: given.CAIRN_ALLOWED_HOSTS ?? [],
      trustProxy: given.CAIRN_TRUSTED_PROXIES ?? false,
    },
    tls,
    redisUrl: given.REDIS_URL,
    limits: { free: given.CAIRN_RATE_LIMIT_FREE, premium: given.CAIRN_RATE_LIMIT_PREMIUM },
  };
}
