import { knowledgeRoutes } from '@cairn/contracts';
import { CairnError, deleteDocument, getDocument, readDocument, readOriginal, reindexDocument, retryDocument } from '@cairn/core';
import type { Actor } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { HttpCaller, toolContext } from '../caller/call-context.ts';
import { attachment } from './attachment.ts';
import { documentReread, documentRetry, knowledgeDelete } from './document-actions.ts';
import { toRestDocument } from './document-view.ts';
import { createDocumentWatch } from './document-watch.ts';
import { mountGoverned } from './mount-governed.ts';
import { createDocumentExport } from './export-documents.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { noContent, ok } from './rest-answer.ts';
import { toSubmission } from './submission-route.ts';
import { walkList } from './walk-list.ts';
import { projectArea } from './work-area.ts';

/** `/v1/knowledge`, but for the submission of documents (`mountSubmission`). */
export function mountKnowledge(app: FastifyInstance, deps: RestDeps): void {
  const { stores, guards, registry, governor } = deps;
  const common = { area: projectArea<GovernedStores>(stores), guards };
  const watch = createDocumentWatch({ stores, guards, closing: app.closing });
  const exported = createDocumentExport({ stores, guards, closing: app.closing });

  mountRoute(app, { ...common, route: knowledgeRoutes.listDocuments }, async ({ actor, stores: own, query }) =>
    ok(
      await walkList(query, {
        scope: ['documents', actor.projectId, query.status ?? ''],
        next: (walk) => own.documents.walk(actor, { ...walk, status: query.status }),
        show: toRestDocument,
      }),
    ),
  );

  mountRoute(app, { ...common, route: knowledgeRoutes.exportDocuments }, async ({ actor, query, request, reply }) =>
    exported(query, { actor, request, reply }),
  );

  mountRoute(app, { ...common, route: knowledgeRoutes.getDocument }, async ({ actor, stores: own, params }) =>
    ok(toRestDocument(await getDocument(own, actor, params.id))),
  );

  const deletion = {
    ...common,
    governor,
    kind: 'knowledge.delete',
    route: knowledgeRoutes.deleteDocument,
    action: ({ actor, params }: { actor: Actor; params: { id: string } }) => knowledgeDelete(stores, actor, params.id),
  } as const;
  mountGoverned(app, deletion, async ({ actor, stores: own, params }) => {
    await deleteDocument(own, actor, params.id);
    return noContent;
  });

  mountRoute(app, { ...common, route: knowledgeRoutes.getDocumentContent }, async ({ actor, stores: own, params, query }) => {
    const slice = await readDocument(own, actor, params.id, { offset: query.offset ?? 0, maxCharacters: query.max_characters });
    return ok({
      document_id: slice.documentId,
      title: slice.title,
      content: slice.content,
      total_characters: slice.totalCharacters,
      next_offset: slice.nextOffset,
      ...(slice.failure && { status: 'failed' as const, error: slice.failure }),
    });
  });

  mountRoute(app, { ...common, route: knowledgeRoutes.getDocumentOriginal }, async ({ actor, stores: own, params }) => {
    const { title } = await getDocument(own, actor, params.id);
    const { mediaType, bytes } = await readOriginal(own, actor, params.id);
    return attachment({ title, mediaType, bytes });
  });

  const reread = { ...common, governor, kind: 'knowledge.write' } as const;
  const retry = {
    ...reread,
    route: knowledgeRoutes.retryDocument,
    action: ({ actor, params }: { actor: Actor; params: { id: string } }) => documentRetry(stores, actor, params.id),
  } as const;
  mountGoverned(app, retry, async ({ actor, stores: own, params }) => ({
    status: 202,
    body: toSubmission(await retryDocument(own, actor, params.id)),
  }));

  const reindex = {
    ...reread,
    route: knowledgeRoutes.reindexDocument,
    action: ({ actor, params }: { actor: Actor; params: { id: string } }) => documentReread(stores, actor, params.id),
  } as const;
  mountGoverned(app, reindex, async ({ actor, stores: own, params }) => ({
    status: 202,
    body: toSubmission(await reindexDocument(own, actor, params.id)),
  }));

  mountRoute(app, { ...common, route: knowledgeRoutes.watchDocument }, async ({ actor, params, request, reply }) =>
    watch(await getDocument(stores, actor, params.id), { actor, request, reply }),
  );

  mountRoute(app, { ...common, reads: true, route: knowledgeRoutes.searchKnowledge }, async ({ actor, stores: own, body, reply }) => {
    const tool = registry.find('search_knowledge');
    if (!tool) throw new CairnError('INTERNAL');
    return ok(await tool.run(toolContext(new HttpCaller(actor, reply), own), body));
  });
}
