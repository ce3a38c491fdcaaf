import { baseUrl } from '../app/settings.ts';
import { session } from '../session/session.ts';
import { authorityOf, call, stream } from './call.ts';
import { Fault, faultOf } from './fault.ts';
import { serverEvents } from './server-events.ts';

export type DocumentStatus = 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed';

export interface DocumentFault {
  readonly code: string;
  readonly message: string;
}

export interface KnowledgeDocument {
  readonly id: string;
  readonly title: string;
  readonly media_type: string;
  readonly size_bytes: number;
  readonly status: DocumentStatus;
  readonly progress: number;
  readonly error: DocumentFault | null;
  readonly warnings: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Citation {
  readonly marker: number;
  readonly document_id: string;
  readonly title: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly heading?: string;
  readonly page?: number;
}

export interface Passage extends Omit<Citation, 'marker' | 'quote'> {
  readonly passage: string;
  readonly score: number;
}

export interface SearchAnswer {
  readonly query: string;
  readonly answer: string | null;
  readonly answer_kind: 'model' | 'extractive' | 'none';
  readonly answer_error?: DocumentFault;
  readonly citations: readonly Citation[];
  readonly results: readonly Passage[];
  readonly total: number;
}

export interface Slice {
  readonly title: string;
  readonly content: string;
  readonly total_characters: number;
  readonly next_offset: number | null;
  readonly error?: DocumentFault;
}

export interface Progress {
  readonly status: DocumentStatus;
  readonly percent: number;
  readonly error?: DocumentFault;
}

const root = '/v1/knowledge/documents';

export const documentsPath = `${root}?limit=50`;

export const deleteDocument = (project: string, id: string): Promise<void> => call(`${root}/${id}`, { method: 'DELETE', project });

export const retryDocument = (project: string, id: string): Promise<void> => call(`${root}/${id}/retry`, { method: 'POST', project });

/** Text from an offset on, in UTF-16 code units. */
export const readSlice = (
  project: string,
  id: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Promise<Slice> => call(`${root}/${id}/content?offset=${offset}&max_characters=${length}`, { project });

export const search = (project: string, query: string, signal: AbortSignal): Promise<SearchAnswer> =>
  call('/v1/knowledge/search', { method: 'POST', body: { query }, project, signal });

/** The file as it was sent. */
export async function readOriginal(project: string, id: string): Promise<Blob> {
  return (await stream(`${root}/${id}/original`, { project })).blob();
}

export interface Upload {
  readonly file: File;
  /** Given to replace the document that has it. */
  readonly title?: string | undefined;
  readonly once: string;
  /** From 0 to 1, of the file that has left. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a file. By the older way of asking, the only one that tells how much has left. @throws Fault */
export function uploadDocument(project: string, { file, title, once, onSent, signal }: Upload): Promise<{ readonly document_id: string }> {
  const parts = new FormData();
  if (title !== undefined) parts.append('title', title);
  parts.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${baseUrl}${root}`);
    const headers = { ...authorityOf(session.read()?.token, project), 'idempotency-key': once };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const answer = new Response(request.responseText, { status: request.status });
      if (answer.ok) resolve(JSON.parse(request.responseText) as { readonly document_id: string });
      else void faultOf(answer).then(reject);
    });
    request.addEventListener('error', () => reject(new Fault('offline')));
    request.addEventListener('abort', () => reject(new Fault('offline')));
    signal.addEventListener('abort', () => request.abort());
    request.send(parts);
  });
}

/** Tells each step of a document's ingestion until it is over. Resolves when the stream ends, whyever. */
export async function watchDocument(
  project: string,
  id: string,
  { onProgress, signal }: { readonly onProgress: (progress: Progress) => void; readonly signal: AbortSignal },
): Promise<void> {
  const { body } = await stream(`${root}/${id}/events`, { project, signal });
  if (!body) return;
  for await (const { data } of serverEvents(body)) onProgress(JSON.parse(data) as Progress);
}
