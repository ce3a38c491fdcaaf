import type { ToolProgress } from '../tools/tool.ts';
import type { Params } from './inbound.ts';
import { isObject } from './inbound.ts';
import { eventHeaders } from './send-answer.ts';

/** What a client names to be told of a request's progress. */
export type ProgressToken = string | number;

/** The token of a request that asks for progress. */
export function progressTokenOf(params: Params | undefined): ProgressToken | undefined {
  const meta = params?.['_meta'];
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || Number.isSafeInteger(token) ? (token as ProgressToken) : undefined;
}

export type Report = (progress: ToolProgress) => void;

/**
 * The answer of a call that may tell its progress: as text when it told nothing, else a stream of events with a notification for
 * each report and the answer at the end. `work` must not reject. A client that went away is told nothing more.
 */
export async function streamedProgress(token: ProgressToken, work: (report: Report) => Promise<string>): Promise<string | Response> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<Response>();
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  const send = (text: string): void => void writer.write(encoder.encode(`event: message\ndata: ${text}\n\n`)).catch(() => {});
  let isStreaming = false;
  const answered = work((progress) => {
    if (!isStreaming) begin(new Response(stream.readable, { headers: eventHeaders }));
    isStreaming = true;
    send(progressText(token, progress));
  });
  void answered.then((text) => {
    if (!isStreaming) return;
    send(text);
    writer.close().catch(() => {});
  });
  return Promise.race([answered, begun]);
}

const encoder = new TextEncoder();

function progressText(progressToken: ProgressToken, progress: ToolProgress): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, ...progress } });
}
