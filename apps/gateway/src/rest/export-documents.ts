import { Readable } from 'node:stream';
import { anyCredential } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { Actor, Document, DocumentRepository, PageMark, Stores } from '@cairn/core';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpCaller } from '../caller/call-context.ts';
import { wouldBeLetIn } from '../caller/recheck.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { toRestDocument } from './document-view.ts';
import type { RawAnswer } from './rest-answer.ts';
import { StreamQuota } from './stream-quota.ts';

interface ExportDeps {
  readonly stores: Stores;
  readonly guards: HttpGuards;
  /** Aborts when the server starts to close. */
  readonly closing: AbortSignal;
}

interface Exporter {
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ExportQuery {
  readonly cursor?: string | undefined;
  readonly include?: 'original' | undefined;
}

/** Each holds one document in memory. */
const bounds = { perCredential: 2, inAll: 8 };
/** Documents listed at a time. */
const listed = 50;
/** Bytes of an original that are encoded at a time; a multiple of 3, so that the pieces of base64 join. */
const piece = 3 * 65_536;

const headers = {
  'content-type': 'application/x-ndjson',
  'content-disposition': 'attachment; filename="documents.ndjson"',
  'x-content-type-options': 'nosniff',
};

/** Streams the documents of a project with their texts, a line each; no more than one of them is in memory at a time. */
export function createDocumentExport({ stores, guards, closing }: ExportDeps): (query: ExportQuery, exporter: Exporter) => RawAnswer {
  const quota = new StreamQuota(bounds);
  const guard = guards.credential({ kinds: anyCredential });
  return ({ cursor, include }, { actor, request, reply }) => {
    const scope = ['document export', actor.projectId];
    const after = cursor === undefined ? undefined : fromCursor(scope, cursor);
    const free = quota.take(actor.credentialId);
    const signal = AbortSignal.any([closing, new HttpCaller(actor, reply).signal]);
    const lines = exportedLines({
      documents: stores.documents,
      actor,
      after,
      withOriginal: include === 'original',
      cursorOf: (mark) => toCursor(scope, mark),
      // A request is judged once; a long export outlives that judgement. One that breaks off is seen to be cut, never taken for whole.
      async mayGoOn() {
        signal.throwIfAborted();
        if (!(await wouldBeLetIn(guard, request, reply))) throw new CairnError('UNAUTHORIZED');
      },
    });
    return { status: 200, headers, raw: Readable.from(lines, { objectMode: false }).once('close', free) };
  };
}

interface Exported {
  readonly documents: Pick<DocumentRepository, 'walk' | 'content' | 'original'>;
  readonly actor: Actor;
  readonly after: PageMark | undefined;
  readonly withOriginal: boolean;
  readonly cursorOf: (mark: PageMark) => string;
  /** Rejects when the export has to end. */
  readonly mayGoOn: () => Promise<void>;
}

async function* exportedLines(exported: Exported): AsyncGenerator<string> {
  const { documents, actor, cursorOf, mayGoOn } = exported;
  let { after } = exported;
  for (;;) {
    const page = await documents.walk(actor, { limit: listed, after });
    for (const document of page) {
      await mayGoOn();
      yield* lineOf(document, exported);
    }
    after = page.at(-1);
    if (page.length < listed || after === undefined) return;
  }

  async function* lineOf(document: Document, { withOriginal }: Exported): AsyncGenerator<string> {
    const content = await documents.content(actor, document.id, { offset: 0 });
    // Deleted since it was listed.
    if (content === 'not_found') return;
    const known = { ...toRestDocument(document), cursor: cursorOf(document), content: content === 'not_ready' ? null : content.content };
    const text = JSON.stringify(known);
    const original = withOriginal ? await documents.original(actor, document.id) : undefined;
    if (!original) {
      yield `${text}\n`;
      return;
    }
    yield `${text.slice(0, -1)},"original":"`;
    const bytes = Buffer.from(original.bytes.buffer, original.bytes.byteOffset, original.bytes.byteLength);
    for (let at = 0; at < bytes.length; at += piece) yield bytes.toString('base64', at, Math.min(at + piece, bytes.length));
    yield '"}\n';
  }
}
