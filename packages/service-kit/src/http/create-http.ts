import { randomUUID } from 'node:crypto';
import type { ServerOptions as HttpServerOptions } from 'node:http';
import type { ServerOptions as HttpsServerOptions } from 'node:https';
import type { Server as TlsServer } from 'node:tls';
import { fastify } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';
import type { Logger } from '../logging/logger.ts';
import { answerClientError } from './client-error.ts';
import { refuseEncodedBodies } from './content-encoding.ts';
import { drainOnClose } from './drain.ts';
import { handleError } from './error-handler.ts';
import { acceptJson } from './json-body.ts';
import { createNotFound } from './not-found.ts';
import { pathOf } from './path.ts';
import { isEncodedUtf8, refuseUnreadableQueries, unreadableAddress } from './query-encoding.ts';
import { RequestLog } from './request-log.ts';
import { decorateRequest } from './request.ts';
import { measureRequests } from '../telemetry/http-metrics.ts';
import { traceRequests } from '../telemetry/trace-requests.ts';
import { knowRoutes } from './route-of.ts';
import { createSecurityHeaders } from './security-headers.ts';
import type { Tls } from './tls.ts';
import { tracedLogger } from './trace-context.ts';
import { refuseUnclearRequests, unclearRequest } from './unclear-request.ts';
import { letClientsHear } from './unread-body.ts';

export interface HttpOptions {
  readonly logger: Logger;
  /** Peers whose X-Forwarded-* are believed: addresses or CIDR blocks, comma-separated; true believes anyone. Default: nobody. */
  readonly trustProxy?: string | boolean;
  /** The address people reach the service at; under https answers carry HSTS. */
  readonly baseUrl?: string;
  /** Where people find the pages: a browser at an address that is none gets a page that leads there. Default: a problem, as everybody else. */
  readonly home?: string;
  /** Answers by TLS alone, with this certificate. Default: plain HTTP, behind a proxy. */
  readonly tls?: Tls | undefined;
  /** Bytes of a body; a route may set its own `bodyLimit`. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Milliseconds for a whole request to arrive. Default 120,000. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds that requests under way get when the server closes. Default 8,000. */
  readonly drainMs?: number;
  /** Milliseconds of those for which kept connections may still bring requests; with no connection none. Default 1,000. */
  readonly lingerMs?: number;
}

/** Longest wait for the headers of a request, in milliseconds. */
const longestHeadersTimeout = 10_000;

/** How often slow connections are looked for, in milliseconds. */
const connectionsCheckingInterval = 2_000;

/**
 * The Fastify app that every service builds on: request ids, the JSON body, error forms, security headers, limits against slow
 * and oversized requests, a close that drains, and `GET /healthz`.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { trustProxy = false, bodyLimit = 1_048_576, requestTimeoutMs = 120_000, drainMs = 8_000, lingerMs = 1_000 } = options;
  // Typed as what Fastify needs of a logger, so that the app is the FastifyInstance that everyone else names.
  const loggerInstance: FastifyBaseLogger = options.logger;
  const setHeaders = createSecurityHeaders(options.baseUrl);
  const app = fastify({
    loggerInstance,
    logController: new RequestLog(),
    childLoggerFactory: tracedLogger,
    trustProxy,
    bodyLimit,
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    ...serverOptions(options.tls, {
      headersTimeout: Math.min(longestHeadersTimeout, requestTimeoutMs),
      connectionsCheckingInterval,
      maxHeaderSize: 16_384,
    }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    // While it drains, a request on an open connection is served like any other; a refusal would be an error for nothing.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      handleError(unclearRequest(request.raw) ?? addressFault(request) ?? error, request, reply);
    },
  });
  if (options.tls) followCertificate(app, options.tls, options.logger);
  knowRoutes(app);
  decorateRequest(app);
  traceRequests(app);
  acceptJson(app);
  refuseEncodedBodies(app);
  refuseUnreadableQueries(app);
  drainOnClose(app, { drainMs, lingerMs });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  refuseUnclearRequests(app);
  letClientsHear(app);
  measureRequests(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(createNotFound(options.home));
  app.get('/healthz', { config: { anyHost: true } }, () => ({ status: 'ok' }));
  return app;
}

/** What is wrong with an address that leads to no route because it does not decode. */
function addressFault({ url }: FastifyRequest): HttpFault | undefined {
  return isEncodedUtf8(pathOf(url)) ? undefined : new HttpFault(400, { message: unreadableAddress('path') });
}

/** Both kinds of server take the same limits; what differs is out of everybody's sight. */
function serverOptions(tls: Tls | undefined, limits: HttpServerOptions): { readonly http: HttpServerOptions } {
  if (!tls) return { http: limits };
  const https: HttpsServerOptions = { ...limits, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' };
  // Typed as a plain server, so that the app is the FastifyInstance that everyone else names.
  return { https } as unknown as { readonly http: HttpServerOptions };
}

function followCertificate(app: FastifyInstance, tls: Tls, logger: Logger): void {
  const stop = tls.follow(app.server as unknown as TlsServer, logger);
  app.addHook('onClose', (_app, done) => {
    stop();
    done();
  });
}
