import type { FastifyInstance } from 'fastify';
import type { Guard } from '../guards/guard.ts';
import { methodFault } from './not-found.ts';
import type { ErrorFlavour } from './request.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Answers 405 with `Allow` to every other method of `path`, in the form that `errors` names. Needed where the form matters or
 * where a wildcard route would take the path; everywhere else a known path under another method gets 405 as a problem by itself.
 */
export function methodNotAllowed(
  app: FastifyInstance,
  path: string,
  {
    allow,
    errors = 'problem',
    onRequest,
  }: {
    readonly allow: readonly HttpMethod[];
    readonly errors?: ErrorFlavour;
    /** Comes before the refusal, such as a guard that asks for a credential first. OPTIONS is let by: it only asks what there is. */
    readonly onRequest?: Guard;
  },
): void {
  const allowed: readonly string[] = allow;
  app.route({
    method: app.supportedMethods.filter((method) => !allowed.includes(method)),
    url: path,
    exposeHeadRoute: false,
    config: { errors },
    ...(onRequest && { onRequest: exceptOptions(onRequest) }),
    handler: () => {
      throw methodFault(allow);
    },
  });
}

const exceptOptions =
  (guard: Guard): Guard =>
  (request, reply, done) => {
    if (request.method === 'OPTIONS') done();
    else guard(request, reply, done);
  };
