import { createApiKeySecret } from '@cairn/auth';
import type { ApiKey } from '@cairn/auth';
import { apiKeyRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { managerArea } from './work-area.ts';

/** `/v1/api-keys`: a signed-in person manages the keys of a project. */
export function mountApiKeys(app: FastifyInstance, { directory, authenticator, guards }: RestDeps): void {
  const common = { area: managerArea(directory), guards };
  const settle = () => authenticator.settle();

  mountRoute(app, { ...common, route: apiKeyRoutes.listApiKeys }, async ({ actor, directory: own, query }) => {
    requireRight(actor, 'manage_keys');
    return ok(
      await walkList(query, {
        scope: ['api-keys', actor.projectId],
        next: ({ limit, after }) => own.apiKeys.list(actor, { limit, after: after?.id }),
        show: toRestKey,
      }),
    );
  });

  mountRoute(app, { ...common, route: apiKeyRoutes.createApiKey }, async ({ actor, directory: own, body }) => {
    requireRight(actor, 'manage_keys');
    const { secret, ...kept } = createApiKeySecret();
    return { status: 201, body: toRestKey(await own.apiKeys.create(actor, body.name, kept)), secret: { key: secret } };
  });

  mountRoute(app, { ...common, settle, route: apiKeyRoutes.rotateApiKey }, async ({ actor, directory: own, params }) => {
    requireRight(actor, 'manage_keys');
    const { secret, ...kept } = createApiKeySecret();
    const key = await own.apiKeys.rotate(actor, params.id, kept);
    if (!key) throw noSuchKey();
    return { status: 200, body: toRestKey(key), secret: { key: secret } };
  });

  mountRoute(app, { ...common, settle, route: apiKeyRoutes.revokeApiKey }, async ({ actor, directory: own, params }) => {
    requireRight(actor, 'manage_keys');
    if (!(await own.apiKeys.revoke(actor, params.id))) throw noSuchKey();
    return noContent;
  });
}

const noSuchKey = () => new CairnError('NOT_FOUND', { message: 'no live API key with that id in this project' });

const toRestKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last4: key.last4,
  created_at: key.createdAt,
  updated_at: key.updatedAt,
  last_used_at: key.lastUsedAt,
});
