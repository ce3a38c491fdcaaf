import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './path.ts';

/** What the paths of a server's routes begin with, such as `/v1`. */
const beginnings = new WeakMap<FastifyInstance['server'], Set<string>>();

const beginningOf = (path: string): string => /^\/[^/]*/.exec(path)?.[0] ?? '';

/** Lets `routeOf` know the routes of an app; call it before there are any. */
export function knowRoutes(app: FastifyInstance): void {
  const known = new Set<string>();
  beginnings.set(app.server, known);
  app.addHook('onRoute', ({ url }) => void known.add(beginningOf(url)));
}

/**
 * Where a request went, as the log tells it: the route, such as `/v1/memories/:id`, with nothing of what was sent; where there is none, at
 * most the beginning that it shares with one, such as `/v1/*`, else `*`.
 */
export function routeOf({ routeOptions, server, url }: Pick<FastifyRequest, 'routeOptions' | 'server' | 'url'>): string {
  if (routeOptions.url !== undefined) return routeOptions.url;
  const beginning = beginningOf(pathOf(url));
  return beginning.length > 1 && beginnings.get(server.server)?.has(beginning) === true ? `${beginning}/*` : '*';
}
