import { z } from 'zod';
import { moment, text, uuid } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { personOnly } from './route.ts';
import type { RestRoutes } from './route.ts';

const shown = {
  id: uuid('Identifies the key.'),
  name: z.string().meta({ description: 'What people call it.' }),
  prefix: z.string().meta({ description: "The key's first characters." }),
  last4: z.string().meta({ description: "The key's last four characters." }),
  created_at: moment('When it was made; ISO 8601, UTC.'),
  updated_at: moment('When it was last rotated; ISO 8601, UTC.'),
  last_used_at: moment('When it was last used, to the minute; ISO 8601, UTC. Null when never.').nullable(),
};

const apiKey = named('ApiKey', z.strictObject(shown));
const newlyMade = named(
  'ApiKeyWithSecret',
  z.strictObject({ ...shown, key: z.string().meta({ description: 'The key itself. It is shown in this answer only.' }) }),
);

const newKey = named(
  'NewApiKey',
  z.strictObject({
    name: text({ description: 'What people call it, 1 to 128 characters.', max: 128, unit: 'characters', refuseBlank: true, line: true }),
  }),
);

const tag = 'API keys';

export const apiKeyRoutes = {
  listApiKeys: {
    method: 'GET',
    path: '/v1/api-keys',
    tag,
    summary: "List the project's live API keys, newest first",
    credentials: personOnly,
    query: listQuery,
    answers: { 200: { description: 'A page of keys, without their secrets.', body: listOf('ApiKeyList', apiKey.schema) } },
  },
  createApiKey: {
    method: 'POST',
    path: '/v1/api-keys',
    tag,
    summary: 'Make an API key',
    description: 'The key works at once. It is stored as a hash, so this answer is the only one that shows it.',
    credentials: personOnly,
    body: newKey,
    answers: { 201: { description: 'The key.', body: newlyMade } },
  },
  rotateApiKey: {
    method: 'POST',
    path: '/v1/api-keys/{id}/rotate',
    tag,
    summary: "Replace a key's secret; its id, name and rights stay",
    description: 'The old secret is refused from the next request on.',
    credentials: personOnly,
    params: idParams,
    answers: { 200: { description: 'The key with its new secret.', body: newlyMade } },
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Revoke a key for good',
    description: 'It is refused from the next request on.',
    credentials: personOnly,
    params: idParams,
    answers: { 204: { description: 'It is revoked.' } },
  },
} as const satisfies RestRoutes;
