import { roles } from '@cairn/core';
import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { idParams, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const project = z.strictObject({ id: uuid('Identifies the project.'), name: z.string() });

const client = {
  id: z.string().meta({ description: 'client_id: made here, or the address at which the client describes itself.' }),
  name: z.string().meta({ description: "The client's own claim; show it as text." }),
  redirect_host: z.string().meta({ description: 'Where the answer goes: host and port, or the scheme of an app.' }),
  is_loopback: z.boolean().meta({ description: 'Whether that is the machine of whoever opens the page.' }),
};

const interaction = named(
  'Interaction',
  z.object({
    client: z.object({
      ...client,
      uri: z.string().optional().meta({ description: "The client's page, as it claims." }),
      is_verified: z.boolean().meta({ description: 'Whether the client answers at the host that it describes itself at.' }),
    }),
    scope: z.string(),
    expires_at: moment('Until when it can be decided; ISO 8601, UTC.'),
    workspaces: z
      .array(z.object({ id: uuid('Identifies the workspace.'), name: z.string(), role: z.enum(roles), projects: z.array(project) }))
      .optional()
      .meta({ description: 'What may be connected; only told to a signed-in person.' }),
  }),
);

const uidParams = z.object({ uid: z.string().meta({ description: 'The interaction that the consent page was opened with.' }) });

const tag = 'Connected apps';

/** What the consent page asks and decides. */
export const interactionRoutes = {
  getInteraction: {
    method: 'GET',
    path: '/oauth/interactions/{uid}',
    tag,
    summary: 'Who asks to be connected',
    description: 'With a session token also the workspaces and projects to choose from. Open to pages of the app address alone.',
    credentials: [],
    params: uidParams,
    answers: {
      200: { description: 'The request.', body: interaction },
      404: { description: 'It is over or never was; a problem document.' },
    },
  },
  decideInteraction: {
    method: 'POST',
    path: '/oauth/interactions/{uid}/decision',
    tag,
    summary: 'Approve or deny',
    description: 'Go to `next` in the same browser that the request began in, within a minute.',
    credentials: personOnly,
    inProject: false,
    params: uidParams,
    body: named(
      'Decision',
      z.strictObject({
        approve: z.boolean().meta({ description: 'false denies; the client is told so.' }),
        project_id: uuid('The project to connect; needed to approve.').optional(),
      }),
    ),
    answers: {
      200: { description: 'Where the browser goes on.', body: named('Decided', z.object({ next: z.string().meta({ format: 'uri' }) })) },
      404: { description: 'The request is over, or the project is not yours; a problem document.' },
    },
  },
} as const satisfies RestRoutes;

/** What people have connected. */
export const connectionRoutes = {
  listConnections: {
    method: 'GET',
    path: '/oauth/connections',
    tag,
    summary: 'Your connected apps, newest first',
    credentials: personOnly,
    inProject: false,
    answers: {
      200: {
        description: 'At most 200.',
        body: named(
          'ConnectionList',
          z.object({
            data: z.array(
              z.object({
                token_id: uuid('Identifies the connection; never the token.'),
                client: z.object(client),
                project,
                created_at: moment('When it was approved; ISO 8601, UTC.'),
                last_used_at: moment('When it was last used, to the minute; ISO 8601, UTC. Null when never.').nullable(),
              }),
            ),
          }),
        ),
      },
    },
  },
  revokeConnection: {
    method: 'DELETE',
    path: '/oauth/connections/{id}',
    tag,
    summary: 'Cut an app off',
    description: 'By the person, or by the access token of that very connection. It is refused from the next request on.',
    credentials: ['session', 'oauth'],
    inProject: false,
    params: idParams,
    answers: { 204: { description: 'It is cut off.' }, 404: { description: 'You have no such connection; a problem document.' } },
  },
} as const satisfies RestRoutes;
