import { z } from 'zod';
import { emailAddress, moment, newPassword, text, uuid } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import type { RestRoutes } from './route.ts';

const plan = z.enum(['free', 'premium']).meta({ description: 'Sets the rate limit of every credential in the workspace.' });

const workspace = named(
  'OperatorWorkspace',
  z.strictObject({
    id: uuid('Identifies the workspace.'),
    name: z.string(),
    plan,
    owners: z.array(z.string()).meta({ description: "The owners' e-mail addresses." }),
    members: z.int(),
    projects: z.int(),
    created_at: moment('When it was made; ISO 8601, UTC.'),
    updated_at: moment('When it last changed; ISO 8601, UTC.'),
  }),
);

const tag = 'Operator';

/** What only whoever runs the service may do. Without CAIRN_OPERATOR_TOKEN nobody may. */
export const operatorRoutes = {
  listAllWorkspaces: {
    method: 'GET',
    path: '/operator/workspaces',
    tag,
    summary: 'List every workspace of this server, newest first',
    credentials: [],
    operator: true,
    query: listQuery,
    answers: { 200: { description: 'A page of workspaces.', body: listOf('OperatorWorkspaceList', workspace.schema) } },
  },
  setPlan: {
    method: 'PATCH',
    path: '/operator/workspaces/{id}',
    tag,
    summary: "Set a workspace's plan",
    description: 'Its rate limit holds on every process once this is answered.',
    credentials: [],
    operator: true,
    params: idParams,
    body: named('OperatorWorkspacePatch', z.strictObject({ plan })),
    answers: { 200: { description: 'The workspace.', body: workspace } },
  },
  resetPassword: {
    method: 'POST',
    path: '/operator/password-resets',
    tag,
    summary: 'Give somebody who forgot their password a new one',
    description: 'Every session of the person is refused from the next request on. API keys and connected apps go on working.',
    credentials: [],
    operator: true,
    body: named(
      'PasswordReset',
      z.strictObject({ email: emailAddress("The account's e-mail; compared without case."), new_password: newPassword }),
    ),
    answers: {
      204: { description: 'It is set; hand it over, and have the person change it.' },
      404: { description: 'No account has that e-mail; a problem document.' },
    },
  },
  removeClient: {
    method: 'POST',
    path: '/operator/client-removals',
    tag,
    summary: 'Turn an app away for everybody',
    description:
      'The client goes with every connection and token of it, from the next request on. It is told invalid_client, upon which apps register ' +
      'anew and people are asked again.',
    credentials: [],
    operator: true,
    body: named(
      'ClientRemoval',
      z.strictObject({ client_id: text({ description: "The client's id, as connections show it.", max: 2048, unit: 'characters' }) }),
    ),
    answers: {
      204: { description: 'It is gone.' },
      404: { description: 'There is no such client; a problem document.' },
    },
  },
} as const satisfies RestRoutes;
