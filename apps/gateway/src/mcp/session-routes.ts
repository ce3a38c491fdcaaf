import { HttpFault, methodNotAllowed } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedTypes } from './accept.ts';
import { headerOf } from './exchange.ts';
import { errorText, rpcCodes } from './json-rpc.ts';
import { mcpCredentials, mcpPath } from './post-route.ts';
import { wouldBeLetIn } from '../caller/recheck.ts';
import { sendAnswer } from './send-answer.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import { StreamWatch } from './stream-watch.ts';

export interface SessionRouteOptions {
  readonly sessions: Sessions;
  readonly guards: HttpGuards;
  /** Milliseconds between two checks of an open stream's credential. */
  readonly recheckMs: number;
}

/** GET opens the stream of a session, DELETE ends the session; without one there is nothing to do either to. */
export function mountSessions(app: FastifyInstance, { sessions, guards, recheckMs }: SessionRouteOptions): void {
  const credential = guards.credential(mcpCredentials);
  const watch = new StreamWatch(recheckMs);
  const common = {
    url: mcpPath,
    exposeHeadRoute: false,
    config: { errors: 'mcp' },
    onRequest: credential,
    preHandler: guards.rateLimit,
  } as const;
  app.route({
    ...common,
    method: 'GET',
    handler: async (request, reply) => {
      const session = ownSession(sessions, request);
      if (!session) return sessionNotFound(reply);
      if (!acceptedTypes(request.headers.accept).events) throw new HttpFault(406, { message: 'the answer is text/event-stream' });
      const release = [
        sessions.hold(session),
        watch.add({ stillValid: () => wouldBeLetIn(credential, request, reply), end: () => sessions.end(session) }),
      ];
      reply.raw.once('close', () => release.forEach((each) => each()));
      return sendAnswer(reply, await sessions.listen(session, request.headers), { json: true, events: true });
    },
  });
  app.route({
    ...common,
    method: 'DELETE',
    handler: async (request, reply) => {
      const session = ownSession(sessions, request);
      if (!session) return sessionNotFound(reply);
      sessions.end(session);
      return reply.code(204).send();
    },
  });
  methodNotAllowed(app, mcpPath, { allow: ['POST', 'GET', 'DELETE'], errors: 'mcp', onRequest: credential });
  app.addHook('preClose', (done) => {
    watch.close();
    done();
  });
}

function ownSession(sessions: Sessions, request: FastifyRequest): OpenSession | undefined {
  const id = headerOf(request.headers, 'mcp-session-id');
  if (id === undefined) throw new HttpFault(405, { message: 'there is nothing here without a session', headers: { allow: 'POST' } });
  return sessions.find(id, request.actor().credentialId);
}

function sessionNotFound(reply: FastifyReply): FastifyReply {
  const text = errorText(null, { code: rpcCodes.sessionNotFound, message: 'Session not found; initialize again' });
  return reply.code(404).header('content-type', 'application/json').send(text);
}
