import { version } from '@cairn/service-kit';
import { openApiDocument, restCatalog } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../docs/docs-page.ts';
import type { RestDeps } from './rest-deps.ts';

/** Serves the OpenAPI document and the page made of it, both made once; unless pages are there, the bare address leads to the page. */
export function mountDocs(app: FastifyInstance, { baseUrl, rootIsTaken }: Pick<RestDeps, 'baseUrl' | 'rootIsTaken'>): void {
  const document = openApiDocument({ routes: restCatalog, baseUrl, version });
  const text = JSON.stringify(document);
  const page = docsPage(document);

  if (!rootIsTaken) app.get('/', (_request, reply) => reply.redirect('/docs', 302));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', page.contentSecurityPolicy).send(page.html),
  );
}
