import { anyCredential } from '@cairn/contracts';
import type { RestRoute } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';
import { answerOnce } from './answer-once.ts';
import { inputReaders } from './read-inputs.ts';
import type { BodyOf, InputReaders, ParamsOf, QueryOf } from './read-inputs.ts';
import { isRaw } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';
import type { WorkArea } from './work-area.ts';

/** What a request gave. */
interface Given<Route, Body> {
  readonly params: ParamsOf<Route>;
  readonly query: QueryOf<Route>;
  readonly body: Body;
  readonly request: FastifyRequest;
}

/** One request to a route: what it gave and what to work with. */
type RestCall<Route, Means, Body = BodyOf<Route>, Prepared = undefined> = Means &
  Given<Route, Body> & {
    readonly prepared: Prepared;
    readonly reply: FastifyReply;
  };

export type RestHandler<Route, Means, Body = BodyOf<Route>, Prepared = undefined> = (
  call: RestCall<Route, Means, Body, Prepared>,
) => Promise<RestAnswer | RawAnswer>;

export interface Mounting<Route, Means> {
  readonly route: Route;
  readonly area: WorkArea<Means>;
  readonly guards: HttpGuards;
  /** Awaited before success is answered: for routes that end credentials. */
  readonly settle?: () => Promise<void>;
  /** Whether a POST only reads: then its work, which may wait for a model, is done outside the kept transaction. */
  readonly reads?: boolean;
  /**
   * For an answer that holds content: the body of a repeat with its Idempotency-Key, from the `id` in the first one. Nothing else of that
   * body is kept then, so that what is deleted is told to nobody.
   */
  readonly recall?: (call: Means & { readonly body: BodyOf<Route> }, id: string) => Promise<object>;
  /** Turns what the work was given up for into what the caller is told, once its transaction is undone. */
  readonly refuse?: (request: FastifyRequest, error: unknown) => Promise<never>;
  /** Bytes of a JSON body. Default: that of the app. */
  readonly bodyLimit?: number;
}

/** Serves one route of the catalog: guards, limit, reading rule, Idempotency-Key, work, answer. */
export function mountRoute<const Route extends RestRoute, Means>(
  app: FastifyInstance,
  mounting: Mounting<Route, Means>,
  handle: RestHandler<Route, Means>,
): void {
  const readers = inputReaders(mounting.route);
  serve(app, { ...mounting, readers, readBody: async (request) => readers.body(request), prepare: nothing }, handle);
}

/**
 * The same for a route whose work needs something that is read before: `prepare` runs outside of the kept transaction, where other
 * connections to the store may be asked.
 */
export function mountPrepared<const Route extends RestRoute, Means, Prepared>(
  app: FastifyInstance,
  mounting: Mounting<Route, Means> & { readonly prepare: Preparation<Route, BodyOf<Route>, Prepared> },
  handle: RestHandler<Route, Means, BodyOf<Route>, Prepared>,
): void {
  const readers = inputReaders(mounting.route);
  serve(app, { ...mounting, readers, readBody: async (request) => readers.body(request) }, handle);
}

type Preparation<Route, Body, Prepared> = (given: Given<Route, Body>) => Promise<Prepared>;

const nothing = async (): Promise<undefined> => undefined;

/** The same for a route whose body need not be JSON: `readBody` reads it in place of the route's schema. */
export function mountUpload<const Route extends RestRoute, Means, Body>(
  app: FastifyInstance,
  mounting: Mounting<Route, Means> & { readonly readBody: BodyReader<Body> },
  handle: RestHandler<Route, Means, Body>,
): void {
  serve(app, { ...mounting, readers: inputReaders(mounting.route), prepare: nothing }, handle);
}

/** Both of it: for a body that need not be JSON, and work that needs something read before. */
export function mountPreparedUpload<const Route extends RestRoute, Means, Body, Prepared>(
  app: FastifyInstance,
  mounting: Mounting<Route, Means> & { readonly readBody: BodyReader<Body>; readonly prepare: Preparation<Route, Body, Prepared> },
  handle: RestHandler<Route, Means, Body, Prepared>,
): void {
  serve(app, { ...mounting, readers: inputReaders(mounting.route) }, handle);
}

type BodyReader<Body> = (request: FastifyRequest, reply: FastifyReply) => Promise<Body>;

interface Serving<Route, Means, Body, Prepared> extends Mounting<Route, Means> {
  readonly readers: InputReaders<Route>;
  readonly readBody: BodyReader<Body>;
  readonly prepare: Preparation<Route, Body, Prepared>;
}

function serve<Route extends RestRoute, Means, Body, Prepared>(
  app: FastifyInstance,
  mounting: Serving<Route, Means, Body, Prepared>,
  handle: RestHandler<Route, Means, Body, Prepared>,
): void {
  const { route, area, guards, settle, reads, recall, bodyLimit, readers, readBody, prepare } = mounting;
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    config: { readsOnly: reads === true },
    // A stream has no end to wait for.
    exposeHeadRoute: route.answers[200]?.mediaType !== 'text/event-stream' && route.answers[200]?.lines === undefined,
    onRequest: guards.credential({ kinds: anyCredential, project: route.inProject ?? true }),
    preHandler: [guards.rateLimit, kindCheck(route, guards)],
    handler: async (request, reply) => {
      const inputs = { params: readers.params(request), query: readers.query(request), body: await readBody(request, reply) };
      const prepared = await prepare({ ...inputs, request });
      const work = (means: Means) => handle({ ...means, ...inputs, prepared, request, reply });
      const takesKey = route.method === 'POST' && route.keepsAnswer !== false && route.lines === undefined;
      const key = takesKey ? idempotencyKeyOf(request) : undefined;
      const again = recall && ((id: string) => recall({ ...area.means(request), body: readers.body(request) }, id));
      const answer = await answered(mounting, request, () =>
        key === undefined ? work(area.means(request)) : answerOnce({ key, route, inputs, area, request, reads, work, recall: again }),
      );
      await settle?.();
      return send(reply, answer);
    },
  });
}

async function answered<Answer>(
  { refuse }: Pick<Mounting<unknown, unknown>, 'refuse'>,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (refuse) return refuse(request, error);
    throw error;
  }
}

/** A good credential of a kind that may not do this is told so, rather than taken for none. */
function kindCheck({ credentials }: RestRoute, guards: HttpGuards) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { principal, sessionUser } = request;
    const kind = sessionUser === null ? principal?.kind : 'session';
    if (kind !== undefined && credentials.includes(kind)) return;
    if (kind === 'oauth') throw guards.outOfScope(request, reply);
    throw new CairnError('FORBIDDEN', { message: 'only a signed-in person may do that; sign in and send the session token' });
  };
}

function send(reply: FastifyReply, answer: RestAnswer | RawAnswer): FastifyReply {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (isRaw(answer)) return reply.send(answer.raw);
  if (answer.body === undefined) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify({ ...answer.body, ...answer.secret }));
}
