import type { CredentialKind } from '@cairn/core';
import { UnreadableBody } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedOrRefused } from './accept.ts';
import { HttpCaller } from '../caller/call-context.ts';
import type { Endpoint } from './endpoint.ts';
import type { TextAnswer } from './exchange.ts';
import { readInbound } from './inbound.ts';
import type { Inbound } from './inbound.ts';
import { errorText, rpcCodes } from './json-rpc.ts';
import { sendAnswer } from './send-answer.ts';

export const mcpPath = '/mcp';

/** Who may use the endpoint: programs. A person's session token is refused. */
export const mcpCredentials = { kinds: ['api_key', 'oauth'], project: true } as const satisfies {
  kinds: readonly CredentialKind[];
  project: boolean;
};

/** Takes one message in each POST; every one is counted, notifications too. */
export function mountPost(app: FastifyInstance, guards: HttpGuards, endpoint: Endpoint): void {
  app.post(mcpPath, {
    config: { errors: 'mcp' },
    onRequest: guards.credential(mcpCredentials),
    preHandler: guards.rateLimit,
    handler: (request, reply) => post(endpoint, request, reply),
  });
}

async function post(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const accepts = acceptedOrRefused(request.headers.accept);
  const message = readMessage(request.body);
  if ('status' in message) return sendAnswer(reply, message, accepts);
  const answer = await endpoint.answer({
    message,
    accepts,
    caller: new HttpCaller(request.actor(), reply),
    headers: request.headers,
    onEnd: (callback) => void reply.raw.once('close', callback),
  });
  return sendAnswer(reply, answer, accepts);
}

function readMessage(body: unknown): Inbound | TextAnswer {
  if (body === undefined) return unreadable('the body is empty');
  if (body instanceof UnreadableBody) return unreadable(body.message, body.reason);
  const inbound = readInbound(body);
  return inbound.kind === 'fault' ? { status: 400, text: errorText(inbound.id, inbound) } : inbound;
}

function unreadable(message: string, reason: UnreadableBody['reason'] = 'parse_error'): TextAnswer {
  const code = reason === 'parse_error' ? rpcCodes.parseError : rpcCodes.invalidRequest;
  return { status: 400, text: errorText(null, { code, message }) };
}
