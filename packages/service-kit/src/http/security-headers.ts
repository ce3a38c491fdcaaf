import type { FastifyReply, FastifyRequest } from 'fastify';
import { toTraceparent, traceOf } from './trace-context.ts';

/** A year, as preload lists ask for. */
const strictTransport = 'max-age=31536000';

/**
 * Headers of every answer, set before anything else so that a route may replace one (a static page needs a policy of its own).
 * Answers are private to a credential and are never stored by a cache.
 */
export function createSecurityHeaders(baseUrl: string | undefined): (request: FastifyRequest, reply: FastifyReply) => void {
  const isSecure = baseUrl !== undefined && new URL(baseUrl).protocol === 'https:';
  return (request, reply) => {
    const trace = traceOf(request.id, request.headers);
    reply.header('x-request-id', request.id);
    reply.header('trace-id', trace.traceId);
    reply.header('traceparent', toTraceparent(request.id, trace));
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-content-type-options', 'nosniff');
    if (isSecure) reply.header('strict-transport-security', strictTransport);
  };
}
