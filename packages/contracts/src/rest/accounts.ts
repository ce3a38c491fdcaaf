import { invitableRoles, roles } from '@cairn/core';
import { z } from 'zod';
import { emailAddress, moment, newPassword, text, uuid } from '../reading/fields.ts';
import { invitationToken } from './invitations.ts';
import { idParams, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const email = text({ description: 'E-mail address; compared without case.', max: 320, unit: 'characters' });
const password = text({ description: 'The password, up to 1024 bytes of UTF-8.', max: 1024, unit: 'bytes' });

const personName = text({
  description: 'What the person is called, 1 to 128 characters.',
  max: 128,
  unit: 'characters',
  refuseBlank: true,
  line: true,
});

const user = z.strictObject({
  id: uuid('Identifies the person.'),
  email: z.string().meta({ format: 'email' }),
  name: z.string().nullable().meta({ description: 'What the person is called; null when not given.' }),
  created_at: moment('When the account was made; ISO 8601, UTC.'),
});

const membership = z.strictObject({
  id: uuid('Identifies the workspace.'),
  name: z.string(),
  role: z.enum(roles),
  plan: z.enum(['free', 'premium']),
  projects: z.array(z.strictObject({ id: uuid('Identifies the project.'), name: z.string() })),
});

const session = z.strictObject({
  id: uuid('Identifies the session; it is not its token.'),
  user_agent: z
    .string()
    .nullable()
    .meta({ description: "What the person's program called itself when it signed in; null when it did not." }),
  is_current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  created_at: moment('When the person signed in; ISO 8601, UTC.'),
  last_used_at: moment('When it was last used, to the minute; ISO 8601, UTC.'),
  expires_at: moment('When it ends unless used; ISO 8601, UTC.'),
});

const tag = 'Accounts';

/** Accounts of people and their sessions. */
export const accountRoutes = {
  getSignUp: {
    method: 'GET',
    path: '/auth/sign-up',
    tag,
    summary: 'Whether people may make accounts by themselves',
    credentials: [],
    answers: {
      200: {
        description: 'What this server lets people do.',
        body: named(
          'SignUpMode',
          z.strictObject({ mode: z.enum(['open', 'closed']).meta({ description: 'closed: only with an invitation.' }) }),
        ),
      },
    },
  },
  signUp: {
    method: 'POST',
    path: '/auth/sign-up',
    tag,
    summary: 'Make an account',
    description:
      'The answer is the same, and takes the same time, when the e-mail has an account already: that one is left as it is, and nobody learns ' +
      'of it here. Sign in next. A new account has a workspace and a project of its own; with an invitation it is a member of the ' +
      "inviter's workspace instead. When sign-up is closed on this server, an invitation is needed.",
    credentials: [],
    body: named(
      'SignUp',
      z.strictObject({
        email: emailAddress('E-mail address; compared without case.'),
        password: newPassword,
        name: personName.optional(),
        invitation: invitationToken.optional(),
      }),
    ),
    answers: {
      201: {
        description: 'Whoever knows the password of the account can sign in.',
        body: named(
          'SignedUp',
          z.strictObject({ user: z.strictObject({ email: z.string(), name: z.string().nullable() }), message: z.string() }),
        ),
      },
      403: { description: 'Sign-up is closed, or the invitation is for another e-mail address; a problem document.' },
      404: { description: 'The invitation was used, revoked, has ended or never was; a problem document.' },
      429: { description: 'Too many sign-ups for the e-mail or from the address; wait for Retry-After seconds.' },
    },
  },
  signIn: {
    method: 'POST',
    path: '/auth/sign-in',
    tag,
    summary: 'Sign in',
    description: 'The session token is sent as Authorization: Bearer. It ends after 12 hours without use.',
    credentials: [],
    body: named('SignIn', z.strictObject({ email, password })),
    answers: {
      200: {
        description: 'A session.',
        body: named(
          'SignedIn',
          z.object({ session_token: z.string(), expires_at: moment('When it ends unless used; ISO 8601, UTC.'), user }),
        ),
      },
      401: { description: 'The e-mail or the password is wrong; a problem document.' },
      429: { description: 'Too many failed sign-ins for the account or from the address; wait for Retry-After seconds.' },
    },
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    tag,
    summary: 'End the session',
    credentials: personOnly,
    inProject: false,
    keepsAnswer: false,
    answers: { 204: { description: 'The session token is refused from now on.' } },
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    tag,
    summary: 'Change the password',
    description: 'Every other session of the person is refused from the next request on. API keys and connected apps go on working.',
    credentials: personOnly,
    inProject: false,
    keepsAnswer: false,
    body: named('PasswordChange', z.strictObject({ current_password: password, new_password: newPassword })),
    answers: {
      204: { description: 'It is changed.' },
      403: { description: 'The current password is wrong; a problem document.' },
    },
  },
  changeEmail: {
    method: 'POST',
    path: '/auth/email',
    tag,
    summary: 'Change the e-mail to sign in with',
    description: 'The old one is free from then on. Sessions, API keys and connected apps go on working.',
    credentials: personOnly,
    inProject: false,
    keepsAnswer: false,
    body: named(
      'EmailChange',
      z.strictObject({ current_password: password, new_email: emailAddress('E-mail address; compared without case.') }),
    ),
    answers: {
      200: { description: 'It is changed.', body: named('EmailChanged', z.object({ user })) },
      403: { description: 'The current password is wrong; a problem document.' },
      409: { description: 'Another account has it; a problem document.' },
    },
  },
  deleteAccount: {
    method: 'POST',
    path: '/auth/delete-account',
    tag,
    summary: 'Delete the own account',
    description:
      'For good, and at once. Workspaces in which nobody else is go with all their projects. In other workspaces go the membership, the ' +
      "person's memories, API keys, connected apps and open invitations; documents that they added stay with the project, and the audit, " +
      'which names people by id, is kept.',
    credentials: personOnly,
    inProject: false,
    keepsAnswer: false,
    body: named('AccountDeletion', z.strictObject({ current_password: password })),
    answers: {
      204: { description: 'It is gone, and nothing of it is let in any more.' },
      403: { description: 'The current password is wrong; a problem document.' },
      409: { description: 'The person is the only owner of a workspace that others are in; a problem document that names it.' },
    },
  },
  getMe: {
    method: 'GET',
    path: '/auth/me',
    tag,
    summary: 'Who is signed in, with workspaces and projects',
    credentials: personOnly,
    inProject: false,
    answers: { 200: { description: 'The person.', body: named('Me', z.object({ user, workspaces: z.array(membership) })) } },
  },
  updateMe: {
    method: 'PATCH',
    path: '/auth/me',
    tag,
    summary: 'Change what the person is called',
    credentials: personOnly,
    inProject: false,
    body: named('MePatch', z.strictObject({ name: personName.nullable().meta({ description: 'The name; null takes it away.' }) })),
    answers: { 200: { description: 'The person.', body: named('UpdatedMe', z.object({ user })) } },
  },
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    tag,
    summary: "List the person's own sessions, the one used last first",
    credentials: personOnly,
    inProject: false,
    answers: {
      200: { description: 'At most the 100 that were used last.', body: named('SessionList', z.strictObject({ data: z.array(session) })) },
    },
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag,
    summary: 'End one of the own sessions',
    credentials: personOnly,
    inProject: false,
    params: idParams,
    answers: { 204: { description: 'It is refused from the next request on.' } },
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    tag,
    summary: 'End all of the own sessions but the one that asks',
    credentials: personOnly,
    inProject: false,
    answers: { 204: { description: 'They are refused from the next request on.' } },
  },
  lookAtInvitation: {
    method: 'POST',
    path: '/auth/invitations/look-up',
    tag,
    summary: 'See what an invitation is to, before signing in',
    description: 'The token is in the link behind the #. It is sent in the body, so that it is in no address.',
    credentials: [],
    body: named('InvitationLookUp', z.strictObject({ token: invitationToken })),
    answers: {
      200: {
        description: 'It can be used.',
        body: named(
          'InvitationView',
          z.strictObject({
            workspace_name: z.string(),
            role: z.enum(invitableRoles),
            invited_by: z.string().meta({ description: "The inviter's name, or their e-mail address when they gave none." }),
            is_bound: z.boolean().meta({ description: 'Whether it is for one e-mail address, which is not told here.' }),
            expires_at: moment('When it ends; ISO 8601, UTC.'),
          }),
        ),
      },
      404: { description: 'It was used, revoked, has ended or never was; a problem document.' },
      429: { description: 'Too many tokens that are none, from this address; wait for Retry-After seconds.' },
    },
  },
} as const satisfies RestRoutes;
