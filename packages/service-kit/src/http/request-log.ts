import { LogController } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from './route-of.ts';

/**
 * One line per request when it is answered: at `debug` when it went well, at `info` when the caller was refused, at `warn` when
 * the service failed (the error itself is logged by the error handler).
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const level = levelOf(reply.statusCode);
    if (level === 'debug' && request.log.debug === request.log.silent) return;
    request.log[level](
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(level === 'debug' ? {} : { address: request.ip }),
        ...(error ? { aborted: true } : {}),
      },
      'request',
    );
  }
}

function levelOf(status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn';
  return status >= 400 ? 'info' : 'debug';
}
