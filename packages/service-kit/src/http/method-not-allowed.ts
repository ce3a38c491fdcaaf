import type { FastifyInstance, HTTPMethods } from 'fastify';
import { HttpFault } from '../errors/http-fault.ts';
import type { ErrorFlavour } from './request.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies readonly HTTPMethods[];
export type HttpMethod = (typeof methods)[number];

/**
 * Answers 405 with `Allow` to every method of `path` but the allowed ones, in the given form. Paths without it get the same as
 * a problem document, because a path that is known under another method never answers 404.
 */
export function methodNotAllowed(
  app: FastifyInstance,
  path: string,
  { allow, errors = 'problem' }: { readonly allow: readonly HttpMethod[]; readonly errors?: ErrorFlavour },
): void {
  app.route({
    method: methods.filter((method) => !allow.includes(method)),
    url: path,
    exposeHeadRoute: false,
    config: { errors },
    handler: () => {
      throw new HttpFault(405, undefined, { allow: allow.join(', ') });
    },
  });
}
