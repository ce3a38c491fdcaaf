import { createInvitationLook } from '@cairn/auth';
import type { InvitationView } from '@cairn/auth';
import { accountRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import type { AccountsDeps } from './accounts-deps.ts';
import { bodyLimit, bodyReader } from './request-parts.ts';

/** What an invitation is to, for whoever holds it; the gateway accepts it. */
export function mountInvitationLook(app: FastifyInstance, { invitations, attempts }: AccountsDeps): void {
  const look = createInvitationLook({ invitations, attempts });
  const read = bodyReader(accountRoutes.lookAtInvitation.body);
  app.post(accountRoutes.lookAtInvitation.path, { bodyLimit }, async (request) =>
    shownInvitation(await look({ secret: read(request).token, address: request.ip })),
  );
}

const shownInvitation = (invitation: InvitationView) => ({
  workspace_name: invitation.workspaceName,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  is_bound: invitation.isBound,
  expires_at: invitation.expiresAt,
});
