import { createInvitationToken, invitationDays, invitationError, invitationHash, invitationLink } from '@cairn/auth';
import type { Invitation } from '@cairn/auth';
import { invitationRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { done, noSuchInvitation, noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { personArea } from './work-area.ts';
import { toRestWorkspace } from './workspace-routes.ts';

/** `/v1/workspaces/{id}/invitations` and `/v1/invitations/accept`. */
export function mountInvitations(app: FastifyInstance, { directory, guards, appUrl }: RestDeps): void {
  const common = { area: personArea(directory), guards };

  mountRoute(app, { ...common, route: invitationRoutes.listInvitations }, async ({ person, directory: own, params, query }) =>
    ok(
      await walkList(query, {
        scope: ['invitations', params.id],
        next: async (walk) => done(await own.invitations.list(person.userId, params.id, walk), noSuchWorkspace),
        show: toRestInvitation,
      }),
    ),
  );

  mountRoute(app, { ...common, route: invitationRoutes.createInvitation }, async ({ person, directory: own, params, body }) => {
    const { secret, hash } = createInvitationToken();
    const wish = { workspaceId: params.id, secretHash: hash, role: body.role, email: body.email ?? null };
    const days = body.expires_in_days ?? invitationDays.default;
    const invitation = done(await own.invitations.create(person, { ...wish, days }), noSuchWorkspace);
    return { status: 201, body: toRestInvitation(invitation), secret: { token: secret, url: invitationLink(appUrl, secret) } };
  });

  mountRoute(app, { ...common, route: invitationRoutes.revokeInvitation }, async ({ person, directory: own, params }) => {
    done(await own.invitations.revoke(person, params.id, params.invitation_id), noSuchInvitation);
    return noContent;
  });

  mountRoute(app, { ...common, route: invitationRoutes.acceptInvitation }, async ({ person, directory: own, body }) => {
    const hash = invitationHash(body.token);
    const outcome = hash === undefined ? 'no_invitation' : await own.invitations.accept(person, hash);
    if (outcome === 'member') throw new CairnError('CONFLICT', { message: 'you are a member of that workspace already' });
    if (typeof outcome === 'string') throw invitationError(outcome);
    return ok(toRestWorkspace(outcome));
  });
}

const toRestInvitation = (invitation: Invitation) => ({
  id: invitation.id,
  role: invitation.role,
  email: invitation.email,
  invited_by: invitation.invitedBy,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt,
});
