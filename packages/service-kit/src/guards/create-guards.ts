import type { Authenticator, PlanLimits } from '@cairn/auth';
import type { CairnError } from '@cairn/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { createLocalStore } from '../limits/limit-store.ts';
import { createHourlyQuota } from '../limits/hourly-quota.ts';
import type { TakeOfQuota } from '../limits/hourly-quota.ts';
import { createStandings } from '../limits/standings.ts';
import type { StandingsOf } from '../limits/standings.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { RateLimitHook } from '../limits/rate-limit.ts';
import { createSharedStore } from '../limits/shared-store.ts';
import type { Logger } from '../logging/logger.ts';
import { createBrowserGuard } from './browser-guard.ts';
import { CredentialGuards } from './credential-guard.ts';
import type { CredentialOptions } from './credential-guard.ts';
import type { Guard } from './guard.ts';

export interface HttpGuards {
  /** Checks Host and Origin (403), sets CORS headers, answers preflights (204). Add it to the whole app, before other hooks. */
  readonly browser: Guard;
  /**
   * Sets `request.principal`, or refuses: UNAUTHORIZED for a credential that is missing, unknown or of another kind, FORBIDDEN or
   * INVALID_ARGUMENT for its project, INVALID_ARGUMENT for more than one, RATE_LIMITED for an address that failed too often.
   */
  credential(options: CredentialOptions): Guard;
  /** The refusal of a good access token where it was granted too little, with the challenge that says so (insufficient_scope). */
  outOfScope(request: FastifyRequest, reply: FastifyReply): CairnError;
  /** Sets `request.sessionUser` for a session, whatever project it may work in; refuses everything else. */
  readonly user: Guard;
  /** Counts the request for its credential and sets the limit's headers; past the limit RATE_LIMITED. For `preHandler`. */
  readonly rateLimit: RateLimitHook;
  /** Counts something else than requests, for all processes together. @throws RATE_LIMITED past its limit. */
  readonly quota: TakeOfQuota;
  /** Removes what was counted for credentials from the shared store; how many keys that were, or null when it did not answer. */
  forget(credentialIds: readonly string[]): Promise<number | null>;
  /** Where credentials of a plan stand in their limit, without counting a request. */
  readonly standings: StandingsOf;
  /** True while the shared store does not answer and this process counts for itself. */
  readonly degraded: boolean;
}

export interface GuardOptions {
  readonly authenticator: Authenticator;
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  /** The shared store of counters; without it this process counts for itself. Build it with `createLimitRedis`. */
  readonly redis?: Redis | undefined;
  readonly baseUrl: string;
  readonly appUrl: string;
  /** Web origins that may call besides those of `baseUrl` and `appUrl`. */
  readonly allowedOrigins?: readonly string[];
  /** Host names (with port, when not the default one) to answer under besides those of `baseUrl` and `appUrl`. */
  readonly allowedHosts?: readonly string[];
  /** Whether 401 names the protected resource's metadata (RFC 9728), which must then be served. Default false. */
  readonly resourceMetadata?: boolean;
  readonly logger: Logger;
}

/** Marks an app that has its guards: the plugin of the limit would count a second set by the limits of the first. */
const guarded = Symbol('guards of the app');

/** The guards of one app's routes. Call it once per app, before the routes are added. */
export function createGuards(app: FastifyInstance, options: GuardOptions): HttpGuards {
  app.decorate(guarded, true);
  const { limits, redis, logger } = options;
  const store = redis === undefined ? createLocalStore() : createSharedStore({ redis, logger });
  const credentials = new CredentialGuards(options);
  return {
    browser: createBrowserGuard(options),
    credential: (kinds) => credentials.credential(kinds),
    outOfScope: (request, reply) => credentials.outOfScope({ request, reply }),
    user: credentials.user,
    rateLimit: createRateLimit(app, { limits, store }),
    quota: createHourlyQuota(store),
    standings: createStandings({ limits, store }),
    forget: (credentialIds) => store.forget(credentialIds),
    get degraded() {
      return store.degraded;
    },
  };
}
