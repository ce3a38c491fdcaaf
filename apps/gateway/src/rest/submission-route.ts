import { knowledgeRoutes } from '@cairn/contracts';
import { documentBounds, submitDocument } from '@cairn/core';
import type { Actor, Document, NewDocument } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import { fastifyMultipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountPreparedUpload } from './mount-route.ts';
import { documentWrite } from './document-actions.ts';
import type { DocumentWrite } from './document-actions.ts';
import { carriedOut } from './mount-governed.ts';
import { readSubmission } from './read-submission.ts';
import type { RestDeps } from './rest-deps.ts';
import { UploadBudget } from './upload-budget.ts';
import { projectArea } from './work-area.ts';

/** Bytes of a document sent as JSON; a greater one is sent as a file, which is not parsed. */
const jsonBodyLimit = 16_777_216;

/** Enough for a few of the greatest files at once. */
const uploadBudget = { bytes: 268_435_456, bytesPerCredential: 134_217_728, patienceMs: 30_000 };

/** `POST /v1/knowledge/documents`: the one route that takes files, and so the one where multipart is read. */
export function mountSubmission(app: FastifyInstance, deps: RestDeps): void {
  const { stores, guards, governor, maxUploadBytes = documentBounds.maxBytes } = deps;
  const budget = new UploadBudget(uploadBudget);
  app.register(async (uploads) => {
    await uploads.register(fastifyMultipart);
    mountPreparedUpload(
      uploads,
      {
        area: projectArea<GovernedStores>(stores),
        guards,
        route: knowledgeRoutes.createDocument,
        bodyLimit: jsonBodyLimit,
        readBody: async (request, reply) => {
          const free = await budget.take({ credentialId: request.actor().credentialId, bytes: announcedBytes(request, maxUploadBytes) });
          reply.raw.once('close', free);
          return readSubmission(request, { maxBytes: maxUploadBytes });
        },
        prepare: async ({ request, body }) => ruled(deps, request.actor(), body),
        refuse: (request, error) => governor.settle(request.actor(), error),
      },
      async ({ prepared: { ruling, onto }, body, ...means }) =>
        carriedOut(governor, { ...means, ruling }, async (own) => {
          const { document } = await submitDocument(own, means.actor, body, onto);
          return { status: 202, body: toSubmission(document), headers: { location: `/v1/knowledge/documents/${document.id}` } };
        }),
    );
  });
}

/** What the rules say of a document that has come whole; `onto` where they looked at what it replaces. */
async function ruled({ stores, governor }: RestDeps, actor: Actor, sent: NewDocument) {
  requireRight(actor, 'write_content');
  let write: DocumentWrite | undefined;
  const ruling = await governor.evaluate(actor, 'knowledge.write', async () => {
    write = await documentWrite(stores, actor, sent);
    return write.governed;
  });
  return { ruling, onto: write?.onto };
}

/** What the request says it brings; the most that it may when it does not say. */
function announcedBytes({ headers }: FastifyRequest, most: number): number {
  const announced = Number(headers['content-length']);
  return Number.isSafeInteger(announced) ? announced : most;
}

/** A document as its submission, or another try at it, is answered. */
export const toSubmission = ({ id, status }: Document) => ({ document_id: id, status });
