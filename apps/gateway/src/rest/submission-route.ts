import { knowledgeRoutes } from '@cairn/contracts';
import { documentBounds, submitDocument } from '@cairn/core';
import type { Document } from '@cairn/core';
import { fastifyMultipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountUpload } from './mount-route.ts';
import { readSubmission } from './read-submission.ts';
import type { RestDeps } from './rest-deps.ts';
import { UploadBudget } from './upload-budget.ts';
import { projectArea } from './work-area.ts';

/** Bytes of a document sent as JSON; a greater one is sent as a file, which is not parsed. */
const jsonBodyLimit = 16_777_216;

/** Enough for a few of the greatest files at once. */
const uploadBudget = { bytes: 268_435_456, bytesPerCredential: 134_217_728, patienceMs: 30_000 };

/** `POST /v1/knowledge/documents`: the one route that takes files, and so the one where multipart is read. */
export function mountSubmission(app: FastifyInstance, { stores, guards, maxUploadBytes = documentBounds.maxBytes }: RestDeps): void {
  const budget = new UploadBudget(uploadBudget);
  app.register(async (uploads) => {
    await uploads.register(fastifyMultipart);
    mountUpload(
      uploads,
      {
        area: projectArea(stores),
        guards,
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
  });
}

/** What the request says it brings; the most that it may when it does not say. */
function announcedBytes({ headers }: FastifyRequest, most: number): number {
  const announced = Number(headers['content-length']);
  return Number.isSafeInteger(announced) ? announced : most;
}

/** A document as its submission, or another try at it, is answered. */
export const toSubmission = ({ id, status }: Document) => ({ document_id: id, status });
