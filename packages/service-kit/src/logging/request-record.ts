import type { FastifyRequest } from 'fastify';
import { routeOf } from '../http/route-of.ts';

type Logged = Partial<Pick<FastifyRequest, 'method' | 'routeOptions' | 'server' | 'url'>>;

/** What is logged of a request: its method and its route, never its address, headers or body. */
export function requestRecord({ method, routeOptions, server, url }: Logged): { method?: string; route?: string } {
  const isOfApp = routeOptions !== undefined && server !== undefined && url !== undefined;
  return {
    ...(method === undefined ? {} : { method }),
    ...(isOfApp ? { route: routeOf({ routeOptions, server, url }) } : {}),
  };
}

/** What is logged of an answer. */
export function responseRecord(reply: { readonly statusCode?: number }): { status?: number } {
  return reply.statusCode === undefined ? {} : { status: reply.statusCode };
}
