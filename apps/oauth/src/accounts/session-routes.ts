import type { PersonSession } from '@cairn/auth';
import { accountRoutes, createReader } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import type { AccountsDeps } from './accounts-deps.ts';
import { bodyLimit, personOf } from './request-parts.ts';

/** More than a person looks through; all of them can be ended at once. */
const listed = 100;

/** A person's own sessions: listed, and ended one by one or all but the one that asks. */
export function mountSessions(app: FastifyInstance, { sessions, authenticator, guards }: AccountsDeps): void {
  const signedIn = { bodyLimit, onRequest: guards.user, preHandler: guards.rateLimit };
  const { listSessions, endSession, endOtherSessions } = accountRoutes;

  app.get(listSessions.path, signedIn, async (request) => {
    const { userId, sessionId } = personOf(request);
    const own = await sessions.list(userId, listed);
    return { data: own.map((session) => shownSession(session, sessionId)) };
  });

  const readParams = createReader(endSession.params);
  app.delete(endSession.path.replace('{id}', ':id'), signedIn, async (request, reply) => {
    const isEnded = await sessions.end(personOf(request), readParams(request.params).id);
    if (!isEnded) throw new CairnError('NOT_FOUND', { message: 'no session of yours with that id' });
    await authenticator.settle();
    return reply.code(204).send();
  });

  app.delete(endOtherSessions.path, signedIn, async (request, reply) => {
    await sessions.endOthers(personOf(request));
    await authenticator.settle();
    return reply.code(204).send();
  });
}

const shownSession = (session: PersonSession, current: string) => ({
  id: session.id,
  user_agent: session.userAgent,
  is_current: session.id === current,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  expires_at: session.expiresAt,
});
