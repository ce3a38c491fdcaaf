import { roles } from '@cairn/core';
import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const role = z.enum(roles).meta({ description: 'owner, admin, approver, member or viewer.' });

const member = named(
  'Member',
  z.strictObject({
    id: uuid("The person's id."),
    email: z.string().meta({ format: 'email' }),
    name: z.string().nullable().meta({ description: 'What the person is called; null when not given.' }),
    role,
    created_at: moment('When the person joined; ISO 8601, UTC.'),
    updated_at: moment('When the role last changed; ISO 8601, UTC.'),
  }),
);

const memberParams = idParams.extend({ user_id: uuid("The person's id.") });

const tag = 'Members';

/** Who is in a workspace; `id` is the workspace's. */
export const memberRoutes = {
  listMembers: {
    method: 'GET',
    path: '/v1/workspaces/{id}/members',
    tag,
    summary: 'List the members of a workspace, newest first',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    query: listQuery,
    answers: { 200: { description: 'A page of members.', body: listOf('MemberList', member.schema) } },
  },
  changeRole: {
    method: 'PATCH',
    path: '/v1/workspaces/{id}/members/{user_id}',
    tag,
    summary: "Change a member's role",
    description:
      'For owners and admins; only owners make owners and change them. It holds from the next request on, for the sessions of the person, ' +
      'their API keys and their connected apps.',
    credentials: personOnly,
    inProject: false,
    params: memberParams,
    body: named('MemberPatch', z.strictObject({ role })),
    answers: {
      200: { description: 'The member.', body: member },
      409: { description: 'It would leave the workspace without an owner; a problem document.' },
    },
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/workspaces/{id}/members/{user_id}',
    tag,
    summary: 'Remove a member, or leave',
    description:
      "Owners and admins remove others, only owners remove owners, and everyone may leave. The person's API keys and connected apps in the " +
      'workspace are revoked for good, and the invitations they made.',
    credentials: personOnly,
    inProject: false,
    params: memberParams,
    answers: {
      204: { description: 'The person is no member any more, from the next request on.' },
      409: { description: 'It would leave the workspace without an owner; a problem document.' },
    },
  },
} as const satisfies RestRoutes;
