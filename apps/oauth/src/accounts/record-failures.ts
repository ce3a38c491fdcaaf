import type { SessionUser } from '@cairn/auth';
import { vainCallOf } from '@cairn/service-kit';
import type { VainCall } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';

/** The audit of people's accounts. */
export interface FailureRecorder {
  /** Writes down that a call of theirs failed. */
  person(person: SessionUser & { readonly requestId: string; readonly traceId: string }, call: VainCall): Promise<void>;
}

/**
 * Keeps, before the person is told, that what they did to their account failed on the server. What is wrong with a call itself is between
 * it and them, and an audit that cannot be written changes no answer.
 */
export function recordFailures(app: FastifyInstance, audit: FailureRecorder): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { method, routeOptions, sessionUser, id: requestId, traceId } = request;
    const { url = '' } = routeOptions;
    if (!url.startsWith('/auth/') || method === 'GET' || method === 'HEAD' || sessionUser === null) return;
    const call = vainCallOf(error, `${method} ${url}`);
    if (call?.action !== 'call.fail') return;
    await audit.person({ ...sessionUser, requestId, traceId }, call).catch((fault: unknown) => {
      app.log.warn({ err: fault }, 'a failure is not in the audit');
    });
  });
}
