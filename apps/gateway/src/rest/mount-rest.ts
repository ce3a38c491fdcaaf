import type { FastifyInstance } from 'fastify';
import { mountApiKeys } from './api-key-routes.ts';
import { mountDirectory } from './directory-routes.ts';
import { mountKnowledge } from './document-routes.ts';
import { mountDocs } from './mount-docs.ts';
import { mountMemories } from './memory-routes.ts';
import type { RestDeps } from './rest-deps.ts';
import { mountSubmission } from './submission-route.ts';

/** Serves the control plane under `/v1`, its OpenAPI document and a page of it. */
export function mountRest(app: FastifyInstance, deps: RestDeps): void {
  mountMemories(app, deps);
  mountApiKeys(app, deps);
  mountDirectory(app, deps);
  mountDocs(app, deps);
  mountKnowledge(app, deps);
  mountSubmission(app, deps);
}
