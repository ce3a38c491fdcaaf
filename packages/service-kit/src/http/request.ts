import type { SessionUser } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Actor, Principal } from '@cairn/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceIdOf } from './trace-context.ts';

/** Which form a route's errors take. `rpc` and `mcp` are JSON-RPC error objects that echo the request's id. */
export type ErrorFlavour = 'problem' | 'rpc' | 'mcp';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; null until a credential guard let the request in, and for a session without a project. */
    principal: Principal | null;
    /** The signed-in person; set by `user` and, for sessions, by `credential`. */
    sessionUser: SessionUser | null;
    /** 32 hex digits: the caller's W3C trace, or one that begins here. */
    readonly traceId: string;
    /** The principal in this request. @throws UNAUTHORIZED when no guard set one. */
    actor(): Actor;
  }
  interface FastifyInstance {
    /** Aborts when the server starts to close; streams that stay open must end then. */
    readonly closing: AbortSignal;
  }
  interface FastifyContextConfig {
    /** Form of this route's errors. Default `problem`. */
    errors?: ErrorFlavour;
    /**
     * Web origins whose pages may call: `any`, for what is public or goes by no ambient authority, or the web pages' own (`app`).
     * Default: those that the app's guard knows.
     */
    origins?: 'any' | 'app';
    /** Answer under any Host, as health checks need. Default false. */
    anyHost?: boolean;
    /** Whether a call that is no GET changes nothing all the same. Default false. */
    readsOnly?: boolean;
  }
}

/** Gives every request its place for a caller. */
export function decorateRequest(app: FastifyInstance): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('sessionUser', null);
  app.decorateRequest('actor', actor);
  app.decorateRequest('traceId', { getter: traceIdOf });
}

function actor(this: FastifyRequest): Actor {
  if (this.principal === null) throw new CairnError('UNAUTHORIZED');
  return { ...this.principal, requestId: this.id, traceId: this.traceId };
}
