import type { Authenticator, ConnectionActor, ConnectionRepository, OauthConnection } from '@cairn/auth';
import { CairnError, isId } from '@cairn/core';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackRedirect, redirectHost } from '../clients/redirect-uri.ts';

export interface ConnectionsMount {
  readonly connections: Pick<ConnectionRepository, 'list' | 'revoke'>;
  readonly authenticator: Pick<Authenticator, 'settle'>;
  readonly guards: Pick<HttpGuards, 'user' | 'credential' | 'rateLimit'>;
}

/** Serves the list of a person's connected apps, and their end: by the person, or by an app's own token. */
export function mountConnections(app: FastifyInstance, { connections, authenticator, guards }: ConnectionsMount): void {
  const path = '/oauth/connections';
  app.get(path, { onRequest: guards.user, preHandler: guards.rateLimit }, async ({ sessionUser }) => {
    if (sessionUser === null) throw new CairnError('UNAUTHORIZED');
    return { data: (await connections.list(sessionUser.userId)).map(shownConnection) };
  });

  const holder = guards.credential({ kinds: ['session', 'oauth'], project: false });
  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    { onRequest: holder, preHandler: guards.rateLimit },
    async (request, reply: FastifyReply) => {
      const { id } = request.params;
      const { userId, by } = actorOf(request);
      const isOthers = by.kind === 'oauth' && by.credentialId !== id.toLowerCase();
      if (!isId(id) || isOthers || !(await connections.revoke({ id, userId, by }))) {
        throw new CairnError('NOT_FOUND', { message: 'you have no connection with that token_id' });
      }
      await authenticator.settle();
      return reply.code(204).send();
    },
  );
}

function actorOf({ id: requestId, traceId, principal, sessionUser }: FastifyRequest): {
  readonly userId: string;
  readonly by: ConnectionActor;
} {
  if (principal?.kind === 'oauth')
    return { userId: principal.userId, by: { kind: 'oauth', credentialId: principal.credentialId, requestId, traceId } };
  if (sessionUser === null) throw new CairnError('UNAUTHORIZED');
  return { userId: sessionUser.userId, by: { kind: 'session', credentialId: sessionUser.sessionId, requestId, traceId } };
}

const shownConnection = ({ id, clientId, clientName, redirectUri, project, createdAt, lastUsedAt }: OauthConnection) => ({
  token_id: id,
  client: { id: clientId, name: clientName, redirect_host: redirectHost(redirectUri), is_loopback: isLoopbackRedirect(redirectUri) },
  project,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});
