import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Move, play } from './moves.ts';
import { rightAnswer, type RightAnswers } from './right-answers.ts';

/** One request that reached the server. */
export interface ModelRequest {
  /** Below the base address, such as `/chat/completions`. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what a suite checks
  readonly body: any;
  readonly at: number;
  /** When the client went away before it had the whole answer; by `performance.now()`. */
  readonly goneAt: number | undefined;
}

/** What a request with such a body gets; undefined: the right answer. */
export type Judgement = (body: ModelRequest['body']) => Move | undefined;

export interface ModelServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** In the order in which they came. */
  readonly requests: readonly ModelRequest[];
  /** What the next requests get, one each; after them everything is answered rightly again. */
  script(...moves: readonly Move[]): void;
  /** What every request gets from now on, or what its body brings it; undefined: the right answer. */
  always(move: Move | Judgement | undefined): void;
  /** How right answers look; merged with what was said before. */
  answerWith(answers: Partial<RightAnswers>): void;
  /** Forgets requests and scripts. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * A server on a port of its own that plays the endpoints of model providers: `/chat/completions` and `/embeddings` as OpenAI's,
 * `/messages` as Anthropic's, `/rerank` as Cohere's. It misbehaves as scripted.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: (ModelRequest & { goneAt: number | undefined })[] = [];
  const scripted: Move[] = [];
  let standing: Move | Judgement | undefined;
  let answers: Partial<RightAnswers> = {};

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').replace(/^\/v1/, '');
    const entry: (typeof requests)[number] = {
      path,
      headers: request.headers,
      body: await jsonOf(request),
      at: performance.now(),
      goneAt: undefined,
    };
    requests.push(entry);
    response.once('close', () => {
      if (!response.writableFinished) entry.goneAt = performance.now();
    });
    const always = typeof standing === 'function' ? standing(entry.body) : standing;
    await play(response, scripted.shift() ?? always ?? {}, () => rightAnswer(path, entry.body, answers));
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const forget = (): void => {
    requests.length = 0;
    scripted.length = 0;
    standing = undefined;
    answers = {};
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...moves) => void scripted.push(...moves),
    always: (move) => void (standing = move),
    answerWith: (given) => void (answers = { ...answers, ...given }),
    reset: forget,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}
