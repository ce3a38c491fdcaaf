import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';
import type { Logger } from '../logger.ts';
import { handleError } from './error-handler.ts';
import { acceptJson } from './json-body.ts';
import { decorateRequest } from './request.ts';

export interface HttpOptions {
  readonly logger: Logger;
  /** Peers whose X-Forwarded-* are believed: addresses or CIDR blocks, comma-separated. Default: none. */
  readonly trustProxy?: string | boolean;
  /** The address people reach the service at; https makes answers carry HSTS. */
  readonly baseUrl?: string;
}

export function createHttp({ logger, trustProxy = false }: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    disableRequestLogging: true,
  });
  const closing = new AbortController();
  app.decorate('closing', closing.signal);
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  decorateRequest(app);
  acceptJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new HttpFault(404);
  });
  return app;
}
