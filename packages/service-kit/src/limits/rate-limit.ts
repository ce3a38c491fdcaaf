import type { PlanLimits } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Plan } from '@cairn/core';
import { fastifyRateLimit } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setLimitHeaders } from './limit-headers.ts';
import type { LimitStore } from './limit-store.ts';

const windowMs = 3_600_000;

/** Sessions that work in no project yet belong to no plan. */
const planWithoutProject: Plan = 'free';

/** Counts the request for its credential and sets the limit's headers. @throws RATE_LIMITED past the limit of the plan. */
export type RateLimitHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function createRateLimit(
  app: FastifyInstance,
  { limits, store }: { readonly limits: PlanLimits; readonly store: LimitStore },
): RateLimitHook {
  let check: ReturnType<FastifyInstance['createRateLimit']> | undefined;
  void app.register(fastifyRateLimit, {
    global: false,
    hook: 'preHandler',
    timeWindow: windowMs,
    keyGenerator: bucketOf,
    max: (request: FastifyRequest) => limits[request.principal?.plan ?? planWithoutProject],
    store: sharing(store),
  });
  app.after(() => {
    check = app.createRateLimit();
  });
  app.addHook('onClose', (_instance, done) => {
    store.close();
    done();
  });
  return async (request, reply) => {
    const state = await check?.(request);
    if (state === undefined || state.isAllowed) throw new CairnError('INTERNAL');
    const { max, remaining, isExceeded } = state;
    // Never 0, or a caller would come back within the window.
    const seconds = Math.max(1, state.ttlInSeconds);
    setLimitHeaders(reply, { max, remaining, seconds });
    if (isExceeded) throw new CairnError('RATE_LIMITED', { retryAfter: seconds });
  };
}

/** The credential, however it was spelled in the request. */
function bucketOf({ principal, sessionUser }: FastifyRequest): string {
  const id = principal?.credentialId ?? sessionUser?.sessionId;
  if (id === undefined) throw new CairnError('UNAUTHORIZED');
  return id;
}

/** The plugin makes its store itself, out of a class; this one hands it ours. */
function sharing(store: LimitStore) {
  return class {
    incr = store.incr.bind(store);
    child = (): LimitStore => store;
  };
}
