import { knowledgeRoutes } from '@cairn/contracts';
import {
  CairnError,
  deleteDocument,
  documentBounds,
  getDocument,
  readDocument,
  readOriginal,
  retryDocument,
  submitDocument,
} from '@cairn/core';
import type { Document } from '@cairn/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpCaller, toolContext } from '../mcp/call-context.ts';
import { requireRight } from '../require-right.ts';
import { attachment } from './attachment.ts';
import { createDocumentWatch } from './document-watch.ts';
import { mountRoute, mountUpload } from './mount-route.ts';
import { readSubmission } from './read-submission.ts';
import type { RestDeps } from './rest-deps.ts';
import { noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { UploadBudget } from './upload-budget.ts';
import { projectArea } from './work-area.ts';

/** Bytes of a document sent as JSON; a greater one is sent as a file, which is not parsed. */
const jsonBodyLimit = 16_777_216;

/** Enough for a few of the greatest files at once. */
const uploadBudget = { bytes: 268_435_456, bytesPerCredential: 134_217_728, patienceMs: 30_000 };

/** `/v1/knowledge`. */
export function mountKnowledge(app: FastifyInstance, deps: RestDeps): void {
  const { stores, guards, registry, maxUploadBytes = documentBounds.maxBytes } = deps;
  const common = { area: projectArea(stores), guards };
  const budget = new UploadBudget(uploadBudget);
  const watch = createDocumentWatch({ stores, guards, closing: app.closing });

  mountUpload(
    app,
    {
      ...common,
      route: knowledgeRoutes.createDocument,
      bodyLimit: jsonBodyLimit,
      readBody: async (request, reply) => {
        const free = await budget.take({ credentialId: request.actor().credentialId, bytes: announcedBytes(request, maxUploadBytes) });
        reply.raw.once('close', free);
        return readSubmission(request, { maxBytes: maxUploadBytes });
      },
    },
    async ({ actor, stores: own, body }) => {
      requireRight(actor, 'write_content');
      const { document } = await submitDocument(own, actor, body);
      return { status: 202, body: toSubmission(document), headers: { location: `/v1/knowledge/documents/${document.id}` } };
    },
  );

  mountRoute(app, { ...common, route: knowledgeRoutes.listDocuments }, async ({ actor, stores: own, query }) =>
    ok(
      await walkList(query, {
        scope: ['documents', actor.projectId],
        next: (walk) => own.documents.walk(actor, walk),
        show: toRestDocument,
      }),
    ),
  );

  mountRoute(app, { ...common, route: knowledgeRoutes.getDocument }, async ({ actor, stores: own, params }) =>
    ok(toRestDocument(await getDocument(own, actor, params.id))),
  );

  mountRoute(app, { ...common, route: knowledgeRoutes.deleteDocument }, async ({ actor, stores: own, params }) => {
    requireRight(actor, 'write_content');
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
    });
  });

  mountRoute(app, { ...common, route: knowledgeRoutes.getDocumentOriginal }, async ({ actor, stores: own, params }) => {
    const { title } = await getDocument(own, actor, params.id);
    const { mediaType, bytes } = await readOriginal(own, actor, params.id);
    return attachment({ title, mediaType, bytes });
  });

  mountRoute(app, { ...common, route: knowledgeRoutes.retryDocument }, async ({ actor, stores: own, params }) => {
    requireRight(actor, 'write_content');
    return { status: 202, body: toSubmission(await retryDocument(own, actor, params.id)) };
  });

  mountRoute(app, { ...common, route: knowledgeRoutes.watchDocument }, async ({ actor, params, request, reply }) =>
    watch(await getDocument(stores, actor, params.id), { actor, request, reply }),
  );

  mountRoute(app, { ...common, reads: true, route: knowledgeRoutes.searchKnowledge }, async ({ actor, stores: own, body, reply }) => {
    const tool = registry.find('search_knowledge');
    if (!tool) throw new CairnError('INTERNAL');
    return ok(await tool.run(toolContext(new HttpCaller(actor, reply), own), body));
  });
}

/** What the request says it brings; the most that it may when it does not say. */
function announcedBytes({ headers }: FastifyRequest, most: number): number {
  const announced = Number(headers['content-length']);
  return Number.isSafeInteger(announced) ? announced : most;
}

const toSubmission = ({ id, status }: Document) => ({ document_id: id, status });

const toRestDocument = (document: Document) => ({
  id: document.id,
  title: document.title,
  media_type: document.mediaType,
  size_bytes: document.sizeBytes,
  status: document.status,
  created_at: document.createdAt,
  updated_at: document.updatedAt,
  progress: document.progress,
  error: document.error,
  warnings: document.warnings,
});
