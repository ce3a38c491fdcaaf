import { legacyAnswers, modernAnswers } from './answers.ts';
import { eraOf } from './era.ts';
import { acknowledged, headerOf } from './exchange.ts';
import type { Answer, Exchange, TextAnswer } from './exchange.ts';
import type { FastLane } from './fast-lane.ts';
import { createFastLegacy } from './fast-legacy.ts';
import { createFastModern } from './fast-modern.ts';
import type { InboundRequest } from './inbound.ts';
import { errorText, RpcError, rpcCodes } from './json-rpc.ts';
import type { RequestId } from './json-rpc.ts';
import { serveStateless } from './legacy-lane.ts';
import { createModernLane } from './modern-lane.ts';
import type { ModernLane } from './modern-lane.ts';
import { RunningCalls } from './running-calls.ts';
import type { ServerParts } from './server-parts.ts';
import type { Sessions } from './sessions.ts';

export interface FastLanes {
  readonly running: RunningCalls;
  readonly legacy: FastLane;
  readonly modern: FastLane;
}

export interface EndpointOptions {
  readonly parts: ServerParts;
  readonly sessions: Sessions | undefined;
  /** Absent, the SDKs answer everything: what the fast lanes are compared with. */
  readonly fast: FastLanes | undefined;
}

export function createFastLanes({ description, calls }: ServerParts): FastLanes {
  const running = new RunningCalls();
  return {
    running,
    legacy: createFastLegacy(legacyAnswers(description), calls, running),
    modern: createFastModern(modernAnswers(description), calls),
  };
}

/** Answers messages: by its own dispatch where that is plain, by the SDKs in all else. */
export class Endpoint {
  readonly #parts: ServerParts;
  readonly #sessions: Sessions | undefined;
  readonly #fast: FastLanes | undefined;
  readonly #modern: ModernLane;

  constructor({ parts, sessions, fast }: EndpointOptions) {
    this.#parts = parts;
    this.#sessions = sessions;
    this.#fast = fast;
    this.#modern = createModernLane(parts);
  }

  async answer(exchange: Exchange): Promise<Answer> {
    const era = eraOf(exchange);
    const id = exchange.message.kind === 'request' ? exchange.message.id : null;
    if (typeof era === 'object') return { status: era.httpStatus, text: errorText(id, era) };
    try {
      return await (era === 'modern' ? this.#answerModern(exchange) : this.#answerLegacy(exchange));
    } catch (error) {
      if (error instanceof RpcError) return { status: 200, text: errorText(id, error) };
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#sessions?.close();
    await this.#modern.close();
  }

  async #answerModern(exchange: Exchange): Promise<Answer> {
    return (await fastAnswer(this.#fast?.modern, exchange)) ?? this.#modern.serve(exchange);
  }

  async #answerLegacy(exchange: Exchange): Promise<Answer> {
    this.#fast?.running.cancel(exchange);
    const sessionId = headerOf(exchange.headers, 'mcp-session-id');
    if (this.#sessions && sessionId !== undefined) return this.#answerInSession(this.#sessions, sessionId, exchange);
    const opened = this.#sessions && isInitialize(exchange) ? await this.#sessions.open(exchange) : undefined;
    if (opened) return opened;
    if (exchange.message.kind !== 'request') return acknowledged;
    return (await fastAnswer(this.#fast?.legacy, exchange)) ?? serveStateless(this.#parts, exchange);
  }

  /** To any credential but its own a session is as unknown as one that never was. */
  async #answerInSession(sessions: Sessions, sessionId: string, exchange: Exchange): Promise<Answer> {
    const session = sessions.find(sessionId, exchange.caller.actor.credentialId);
    if (!session) return sessionNotFound(exchange);
    exchange.onEnd(sessions.hold(session));
    const fast = isInitialize(exchange) ? undefined : await fastAnswer(this.#fast?.legacy, exchange);
    return fast ?? sessions.serve(session, exchange);
  }
}

async function fastAnswer(lane: FastLane | undefined, exchange: Exchange): Promise<Answer | undefined> {
  if (!lane || !isRequest(exchange)) return undefined;
  const answer = await lane(exchange);
  return typeof answer === 'string' ? { status: 200, text: answer } : answer;
}

function isRequest(exchange: Exchange): exchange is Exchange<InboundRequest> {
  return exchange.message.kind === 'request';
}

function isInitialize(exchange: Exchange): exchange is Exchange<InboundRequest> {
  return isRequest(exchange) && exchange.message.method === 'initialize';
}

function sessionNotFound(exchange: Exchange): TextAnswer {
  const id: RequestId | null = exchange.message.kind === 'request' ? exchange.message.id : null;
  return { status: 404, text: errorText(id, { code: rpcCodes.sessionNotFound, message: 'Session not found; initialize again' }) };
}
