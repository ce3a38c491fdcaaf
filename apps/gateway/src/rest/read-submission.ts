import { createReader, knowledgeRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { NewDocument } from '@cairn/core';
import { isTextMediaType, misdeclared, sniffMediaType } from '@cairn/documents';
import type { MediaTypeHint } from '@cairn/documents';
import { HttpFault, UnreadableBody } from '@cairn/service-kit';
import type { FastifyRequest } from 'fastify';
import { largerThan, readUpload } from './read-upload.ts';

const readText = createReader(knowledgeRoutes.createDocument.body.schema);
const readTitle = createReader(knowledgeRoutes.createDocument.body.schema.pick({ title: true }));

/** A document as it is sent: JSON with its text, or a file. @throws 415 for a kind of file that ingestion does not read. */
export async function readSubmission(request: FastifyRequest, { maxBytes }: { readonly maxBytes: number }): Promise<NewDocument> {
  const { title, bytes, hint } = request.isMultipart() ? await fromUpload(request, maxBytes) : fromJson(request.body, maxBytes);
  const { mediaType, unsupported } = sniffMediaType(bytes, hint);
  if (mediaType === undefined)
    throw new HttpFault(415, {
      message: `the document is ${unsupported}; send PDF, Office, OpenDocument, EPUB, HTML, JSON, a table or text`,
    });
  return { title, bytes, mediaType, warnings: misdeclared(mediaType, hint) };
}

interface Sent {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly hint: MediaTypeHint;
}

function fromJson(body: unknown, maxBytes: number): Sent {
  if (body instanceof UnreadableBody) throw new HttpFault(400, { message: body.message });
  const { title, content, media_type } = readText(body);
  if (!isTextMediaType(media_type)) throw new HttpFault(415, { message: 'a document of that media_type is no text; send it as a file' });
  const bytes = Buffer.from(content, 'utf8');
  if (bytes.length > maxBytes) throw largerThan(maxBytes);
  return { title, bytes, hint: { mediaType: media_type, fileName: title } };
}

async function fromUpload(request: FastifyRequest, maxBytes: number): Promise<Sent> {
  const { bytes, fileName, title, claimedType } = await readUpload(request, maxBytes);
  if (bytes.length === 0) throw invalid('file', 'must not be empty');
  const named = readTitle({ title: title ?? fileName });
  // The multipart reader puts U+FFFD for bytes that are not UTF-8; a title is never stored altered.
  if (named.title.includes('\ufffd')) throw invalid('title', 'is not valid UTF-8');
  return { ...named, bytes, hint: { fileName, mediaType: claimedType } };
}

function invalid(path: string, message: string): CairnError {
  return new CairnError('INVALID_ARGUMENT', { message: `not valid: ${path} ${message}`, issues: [{ path, message }] });
}
