import { CairnError } from '@cairn/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';
import { pathOf } from './path.ts';

/** 405 with `Allow` at a path that is known under another method, else 404. */
export function answerNotFound(this: FastifyInstance, request: FastifyRequest): never {
  const allow = methodsAt(this, pathOf(request.url));
  if (allow.length > 0 && this.supportedMethods.includes(request.method)) throw methodFault(allow);
  throw new CairnError('NOT_FOUND');
}

/** 405: the path takes other methods. */
export function methodFault(allow: readonly string[]): HttpFault {
  return new HttpFault(405, { headers: { allow: allow.join(', ') } });
}

function methodsAt(app: FastifyInstance, path: string): readonly string[] {
  return app.supportedMethods.filter((method) => app.findRoute({ method, url: path }) !== null);
}
