import { CairnError } from '@cairn/core';
import type { FastifyReply } from 'fastify';
import type { Guard } from './guard.ts';
import { createHostCheck, hostsNamed } from './hosts.ts';
import { createOriginCheck } from './origins.ts';

export interface BrowserGuardOptions {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly allowedOrigins?: readonly string[];
  readonly allowedHosts?: readonly string[];
}

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
  'Idempotency-Key',
  'X-API-Key',
  'X-Service-Project-ID',
  'Traceparent',
  'Tracestate',
].join(', ');

const exposedHeaders = [
  'WWW-Authenticate',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Mcp-Session-Id',
  'X-Request-Id',
  'Trace-Id',
  'Traceparent',
].join(', ');

/** Seconds that a browser may remember a preflight. */
const preflightAge = '7200';

/**
 * Refuses a foreign Host or Origin with 403 before anything runs, and speaks CORS with the origins that may call. One decision
 * serves both, which is why no CORS plugin is used: it would add headers, but let a foreign page's request run. The headers are
 * on the reply before any later guard refuses, so 401, 403 and 429 carry them too. Credentials mode is never allowed: nothing
 * here is ambient.
 */
export function createBrowserGuard({ baseUrl, appUrl, allowedOrigins = [], allowedHosts = [] }: BrowserGuardOptions): Guard {
  const isKnownHost = createHostCheck({ urls: [baseUrl, appUrl], hosts: allowedHosts });
  const isAllowedOrigin = createOriginCheck({ baseUrl, appUrl, allowedOrigins });
  const appOrigin = new URL(appUrl).origin;
  return (request, reply, done) => {
    const { headers, method, socket } = request.raw;
    if (request.routeOptions.config?.anyHost !== true && !hostsNamed(request.raw).every((host) => isKnownHost(host, socket))) {
      done(new CairnError('FORBIDDEN', { message: 'this service does not answer under that host name' }));
      return;
    }
    const { origin } = headers;
    if (origin === undefined) {
      done();
      return;
    }
    const origins = request.routeOptions.config?.origins;
    reply.header('vary', 'Origin');
    if (origins !== 'any' && !(origins === 'app' ? origin === appOrigin : isAllowedOrigin(origin))) {
      done(new CairnError('FORBIDDEN', { message: 'pages of that origin may not call this service' }));
      return;
    }
    reply.header('access-control-allow-origin', origins === 'any' ? '*' : origin);
    reply.header('access-control-expose-headers', exposedHeaders);
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) answerPreflight(reply);
    else done();
  };
}

function answerPreflight(reply: FastifyReply): void {
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightAge,
    })
    .send();
}
