import { CairnError } from '@cairn/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';
import { asksForPage, notFoundPage } from './not-found-page.ts';
import { pathOf } from './path.ts';

/**
 * 405 with `Allow` at a path that is known under another method, else 404: to a browser as a page that leads to `home`, if there is one, and
 * to everybody else as a problem.
 */
export function createNotFound(home: string | undefined) {
  const page = home === undefined ? undefined : notFoundPage(home);
  return function answerNotFound(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const allow = methodsAt(this, pathOf(request.url));
    if (allow.length > 0 && this.supportedMethods.includes(request.method)) throw methodFault(allow);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!page || !isRead || !asksForPage(request.headers.accept)) throw new CairnError('NOT_FOUND');
    return reply.code(404).headers(page.headers).send(page.html);
  };
}

/** 405: the path takes other methods. */
export function methodFault(allow: readonly string[]): HttpFault {
  return new HttpFault(405, { headers: { allow: allow.join(', ') } });
}

function methodsAt(app: FastifyInstance, path: string): readonly string[] {
  return app.supportedMethods.filter((method) => app.findRoute({ method, url: path }) !== null);
}
