import { Readable } from 'node:stream';
import { anyCredential, memoryTransferRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { awaitLongBody, HttpFault } from '@cairn/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wouldBeLetIn } from '../caller/recheck.ts';
import { requireRight } from '../caller/require-right.ts';
import { fromCursor, toCursor } from './cursor.ts';
import type { LineRefusal } from './import-lines.ts';
import { importMemories } from './memory-import.ts';
import type { ImportEnd, ImportEvent } from './memory-import.ts';
import { memoryFilter } from './memory-filter.ts';
import { toRestMemory } from './memory-view.ts';
import { mountRoute, mountUpload } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RawAnswer, RestAnswer } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { StreamQuota } from './stream-quota.ts';
import { bodyParts } from './portability/body-parts.ts';
import { projectArea } from './work-area.ts';

const mediaType = 'application/x-ndjson';
const lineTypes = [mediaType, 'application/ndjson', 'application/jsonl', 'application/x-jsonlines'];
const exportedAtOnce = 100;
const maxErrors = 1000;
const streamBounds = { perCredential: 4, inAll: 32 };

/** `GET /v1/memories/export` and `POST /v1/memories/import`. */
export function mountMemoryTransfer(app: FastifyInstance, deps: RestDeps): void {
  const quota = new StreamQuota(streamBounds);
  mountExport(app, deps, quota);
  app.register(async (transfer) => {
    transfer.removeAllContentTypeParsers();
    transfer.addContentTypeParser(lineTypes, (_request, payload, done) => done(null, payload));
    mountImport(transfer, deps, quota);
  });
}

function mountExport(app: FastifyInstance, { stores, guards }: RestDeps, quota: StreamQuota): void {
  const guard = guards.credential({ kinds: anyCredential });
  mountRoute(app, { area: projectArea(stores), guards, route: memoryTransferRoutes.exportMemories }, async (call) => {
    const { actor, query, request, reply } = call;
    const filter = memoryFilter(query);
    const scope = ['memory export', actor.projectId, actor.userId, JSON.stringify(filter)];
    const begin = query.cursor === undefined ? undefined : fromCursor(scope, query.cursor);
    const free = quota.take(actor.credentialId);

    async function* lines(): AsyncGenerator<string> {
      let left = query.limit ?? Number.MAX_SAFE_INTEGER;
      for (let after = begin; left > 0;) {
        // A request is judged once; a long answer outlives that judgement.
        if (!(await wouldBeLetIn(guard, request, reply))) throw new CairnError('UNAUTHORIZED');
        const part = await stores.memories.walk(actor, { limit: Math.min(exportedAtOnce, left), after, oldestFirst: true }, filter);
        yield part.map((memory) => `${JSON.stringify({ ...toRestMemory(memory), cursor: toCursor(scope, memory) })}\n`).join('');
        if (part.length < exportedAtOnce) return;
        left -= part.length;
        after = part.at(-1);
      }
    }

    const headers = { 'content-type': mediaType, 'content-disposition': 'attachment; filename="memories.ndjson"' };
    return { status: 200, headers, raw: Readable.from(lines()).once('close', free) };
  });
}

function mountImport(app: FastifyInstance, { stores, guards, governor }: RestDeps, quota: StreamQuota): void {
  const route = memoryTransferRoutes.importMemories;
  const readBody = async ({ body }: FastifyRequest): Promise<Readable> => {
    if (body instanceof Readable) return body;
    throw new HttpFault(415, { message: `send the memories as ${mediaType}, one JSON object a line` });
  };
  mountUpload(app, { area: projectArea(stores), guards, route, readBody }, async ({ actor, body, request, reply }) => {
    requireRight(actor, 'write_content');
    const free = quota.take(actor.credentialId);
    reply.raw.once('close', free);
    awaitLongBody(request, reply);
    const events = importMemories({ stores, governor, closing: app.closing }, actor, bodyParts(body));
    return request.headers.accept?.includes(mediaType) ? streamed(events) : summarised(events);
  });
}

async function summarised(events: AsyncIterable<ImportEvent>): Promise<RestAnswer> {
  const errors: LineRefusal[] = [];
  let end: ImportEnd | undefined;
  for await (const { event, ...told } of events) {
    if (event === 'refused' && errors.length < maxErrors) errors.push(told as LineRefusal);
    if (event === 'summary') end = told as ImportEnd;
  }
  return ok({ ...end, errors });
}

/** What goes wrong once the answer has begun is told in it. */
function streamed(events: AsyncIterable<ImportEvent>): RawAnswer {
  async function* lines(): AsyncGenerator<string> {
    try {
      for await (const event of events) yield `${JSON.stringify(event)}\n`;
    } catch (error) {
      const reason = error instanceof CairnError ? error.message : new CairnError('INTERNAL').message;
      yield `${JSON.stringify({ event: 'summary', complete: false, reason })}\n`;
      if (!(error instanceof CairnError)) throw error;
    }
  }
  return { status: 200, headers: { 'content-type': mediaType, 'x-accel-buffering': 'no' }, raw: Readable.from(lines()) };
}
