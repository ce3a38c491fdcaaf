import type { FastifyReply } from 'fastify';
import type { Accepted } from './accept.ts';
import type { Answer, TextAnswer } from './exchange.ts';

/** Headers of a stream of events. */
export const eventHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies hand events on at once.
  'x-accel-buffering': 'no',
};

// How Node frames the answer is not for an SDK to say.
const hopHeaders: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

/** Sends what a lane answered; a client that takes only events gets a JSON answer as the one event of a stream. */
export async function sendAnswer(reply: FastifyReply, answer: Answer, accepts: Accepted): Promise<FastifyReply> {
  if (!(answer instanceof Response)) return sendText(reply, answer, accepts);
  for (const [name, value] of answer.headers) if (!hopHeaders.has(name)) reply.header(name, value);
  if (answer.body && isEvents(answer)) return reply.code(answer.status).send(opened(answer.body));
  return sendText(reply, { status: answer.status, text: await answer.text() }, accepts);
}

/** The same for an answer that is text already. */
export function sendText(reply: FastifyReply, { status, text }: TextAnswer, accepts: Accepted): FastifyReply {
  reply.code(status);
  if (text === '') return reply.removeHeader('content-type').send();
  if (accepts.json || status >= 400) return reply.header('content-type', 'application/json').send(text);
  return reply.headers(eventHeaders).send(`event: message\ndata: ${text}\n\n`);
}

// A comment goes out at once: Node sends headers with the first byte, and a client waits for them.
function opened(events: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const opening = new TextEncoder().encode(':\n\n');
  return events.pipeThrough(new TransformStream({ start: (controller) => controller.enqueue(opening) }));
}

function isEvents(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}
