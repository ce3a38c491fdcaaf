import { expect } from 'vitest';
import type { Answer, Caller } from '../product/caller.ts';
import { call } from '../product/caller.ts';

export const documents = '/v1/knowledge/documents';

/** Submits a text as JSON; answers its id. */
export async function submit(caller: Caller, title: string, content: string, mediaType?: string): Promise<string> {
  const answer = await caller.rest('POST', documents, { title, content, ...(mediaType !== undefined && { media_type: mediaType }) });
  expect([answer.status, answer.body]).toMatchObject([202, { document_id: expect.any(String) }]);
  return answer.body.document_id;
}

export interface SentFile {
  readonly bytes: Uint8Array<ArrayBuffer> | string;
  readonly name: string;
  readonly type?: string;
  readonly title?: string;
}

/** Uploads a file as a form does. */
export function upload(caller: Caller, { bytes, name, type, title }: SentFile, headers: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData();
  if (title !== undefined) form.set('title', title);
  form.set('file', new Blob([bytes], { type: type ?? '' }), name);
  return call(`${caller.baseUrl}${documents}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.secret}`, ...headers },
    body: form,
  });
}

/** A document as REST shows it. */
export interface ShownDocument {
  readonly id: string;
  readonly title: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly status: string;
  readonly progress: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly warnings: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export async function shown(caller: Caller, id: string): Promise<ShownDocument> {
  return (await caller.rest('GET', `${documents}/${id}`)).body;
}

/** The document once its ingestion is over; as it is then when that takes too long. */
export async function settled(caller: Caller, id: string, timeoutMs = 30_000): Promise<ShownDocument> {
  let document = await shown(caller, id);
  const until = performance.now() + timeoutMs;
  while (document.status !== 'ready' && document.status !== 'failed' && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    document = await shown(caller, id);
  }
  return document;
}

/** Submits a text and waits until it is searchable; answers its id. */
export async function added(caller: Caller, title: string, content: string): Promise<string> {
  const id = await submit(caller, title, content);
  const document = await settled(caller, id);
  expect(document).toMatchObject({ status: 'ready', error: null });
  return id;
}

export interface Found {
  readonly document_id: string;
  readonly title: string;
  readonly passage: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  readonly heading?: string;
  readonly page?: number;
}

/** What search_knowledge answers. */
export interface Findings {
  readonly query: string;
  readonly answer: string | null;
  readonly answer_kind: string;
  readonly answer_error?: { readonly code: string; readonly message: string };
  readonly citations: readonly {
    readonly marker: number;
    readonly document_id: string;
    readonly title: string;
    readonly quote: string;
    readonly start: number;
    readonly end: number;
    readonly heading?: string;
    readonly page?: number;
  }[];
  readonly results: readonly Found[];
  readonly total: number;
}

export async function search(caller: Caller, query: string, more: object = {}): Promise<Findings> {
  return (await caller.tool('search_knowledge', { query, ...more })).body.result;
}

/** Ids of the documents that are found. */
export async function foundIn(caller: Caller, query: string): Promise<ReadonlySet<string>> {
  return new Set((await search(caller, query)).results.map(({ document_id: id }) => id));
}

/** The whole text as it is stored. */
export async function fullText(caller: Caller, id: string): Promise<string> {
  return (await caller.tool('get_document_full_content', { document_id: id })).body.result.content;
}

export async function originalBytes(caller: Caller, id: string): Promise<Buffer> {
  const response = await fetch(`${caller.baseUrl}${documents}/${id}/original`, { headers: { authorization: `Bearer ${caller.secret}` } });
  return Buffer.from(await response.arrayBuffer());
}
