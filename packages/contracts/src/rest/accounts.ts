import { roles } from '@cairn/core';
import { z } from 'zod';
import { moment, text, uuid } from '../reading/fields.ts';
import { named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const email = text({ description: 'E-mail address; compared without case.', max: 320, unit: 'characters' });
const password = text({ description: 'The password, up to 1024 bytes of UTF-8.', max: 1024, unit: 'bytes' });

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

const tag = 'Accounts';

/** Sign-in for people. */
export const accountRoutes = {
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
    answers: { 204: { description: 'The session token is refused from now on.' } },
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
} as const satisfies RestRoutes;
