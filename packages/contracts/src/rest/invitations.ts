import { invitableRoles } from '@cairn/core';
import { z } from 'zod';
import { emailAddress, moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';
import { workspace } from './workspaces.ts';

export const invitationToken = text({
  description: 'The token of an invitation: what is behind the # of its link.',
  max: 128,
  unit: 'characters',
});

const role = z.enum(invitableRoles).meta({ description: 'The role that the person gets.' });

const shown = {
  id: uuid('Identifies the invitation.'),
  role,
  email: z.string().nullable().meta({ description: 'The one e-mail address that may use it; null when anyone who holds the link may.' }),
  invited_by: z.strictObject({ id: uuid("The inviter's id."), email: z.string(), name: z.string().nullable() }),
  created_at: moment('When it was made; ISO 8601, UTC.'),
  expires_at: moment('When it ends; ISO 8601, UTC.'),
};

const invitation = named('Invitation', z.strictObject(shown));
const newlyMade = named(
  'InvitationWithLink',
  z.strictObject({
    ...shown,
    token: z.string().meta({ description: 'It is shown in this answer only.' }),
    url: z.string().meta({ description: 'The link to hand over; it holds the token behind the #.' }),
  }),
);

const invitationParams = idParams.extend({ invitation_id: uuid("The invitation's id.") });

const tag = 'Invitations';

/** Invitations to a workspace; `id` is the workspace's. */
export const invitationRoutes = {
  listInvitations: {
    method: 'GET',
    path: '/v1/workspaces/{id}/invitations',
    tag,
    summary: 'List the invitations that can still be used, newest first',
    description: 'For owners and admins. The links are not shown again.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    query: listQuery,
    answers: { 200: { description: 'A page of invitations.', body: listOf('InvitationList', invitation.schema) } },
  },
  createInvitation: {
    method: 'POST',
    path: '/v1/workspaces/{id}/invitations',
    tag,
    summary: 'Invite somebody by a link',
    description:
      'For owners and admins. The link serves once. It is stored as a hash, so this answer is the only one that shows it; nothing is sent, ' +
      'so hand it over yourself.',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    body: named(
      'NewInvitation',
      z.strictObject({
        role,
        email: emailAddress('The one e-mail address that may use it. Absent: whoever holds the link may.').optional(),
        expires_in_days: wholeNumber(1, 'Days until it ends, 1 to 30. Default 7.').max(30).optional(),
      }),
    ),
    answers: {
      201: { description: 'The invitation with its link.', body: newlyMade },
      409: { description: 'The workspace has as many open invitations as one may (100), or the Idempotency-Key was used otherwise.' },
    },
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/v1/workspaces/{id}/invitations/{invitation_id}',
    tag,
    summary: 'Revoke an invitation',
    credentials: personOnly,
    inProject: false,
    params: invitationParams,
    answers: { 204: { description: 'Its link serves nobody any more.' } },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/v1/invitations/accept',
    tag,
    summary: 'Become a member by an invitation',
    credentials: personOnly,
    inProject: false,
    body: named('InvitationAcceptance', z.strictObject({ token: invitationToken })),
    answers: {
      200: { description: 'The workspace, with the role that the person has now.', body: workspace },
      404: { description: 'It was used, revoked, has ended or never was; a problem document.' },
      409: { description: 'The person is a member already, or the workspace is full; the invitation stays as it was.' },
    },
  },
} as const satisfies RestRoutes;
