import { createQueryReader, createReader } from '@cairn/contracts';
import type { RestRoute } from '@cairn/contracts';
import { HttpFault, UnreadableBody } from '@cairn/service-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

type OutputOf<Schema> = Schema extends z.ZodObject ? z.output<Schema> : undefined;

/** What a route's schemas make of a request's parts; undefined for a part that the route has no schema of. */
export type ParamsOf<Route> = Route extends { readonly params: infer Schema } ? OutputOf<Schema> : undefined;
export type QueryOf<Route> = Route extends { readonly query: infer Schema } ? OutputOf<Schema> : undefined;
export type BodyOf<Route> = Route extends { readonly body: { readonly schema: infer Schema } } ? OutputOf<Schema> : undefined;

/** Reads the parts of a request; each throws INVALID_ARGUMENT with an issue for each fault. */
export interface InputReaders<Route> {
  params(request: FastifyRequest): ParamsOf<Route>;
  /** Refuses parameters that the route does not know, all of them when it has no schema. */
  query(request: FastifyRequest): QueryOf<Route>;
  /** Throws 400 for a body that is not JSON. */
  body(request: FastifyRequest): BodyOf<Route>;
}

/** Compiles a route's own schemas into its readers. */
export function inputReaders<Route extends RestRoute>(route: Route): InputReaders<Route> {
  const params = readerOf(route.params);
  const query = createQueryReader(route.query ?? noQuery);
  const body = readerOf(route.body?.schema);
  const readers = {
    params: (request: FastifyRequest) => params(request.params),
    query: (request: FastifyRequest) => {
      const read = query(request.query);
      return route.query === undefined ? undefined : read;
    },
    body: (request: FastifyRequest) => body(readable(request.body)),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is made from the very schema that its type is taken from
  return readers as InputReaders<Route>;
}

const noQuery = z.strictObject({});

const readerOf = (schema: z.ZodObject | undefined): ((input: unknown) => unknown) =>
  schema === undefined ? () => undefined : createReader(schema);

function readable(body: unknown): unknown {
  if (body instanceof UnreadableBody) throw new HttpFault(400, { message: body.message });
  return body;
}
