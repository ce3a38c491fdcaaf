import type { GovernedStoresByCall } from '@cairn/governance';
import { methodNotAllowed } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';
import { acceptedOrRefused } from '../mcp/accept.ts';
import { HttpCaller } from '../caller/call-context.ts';
import { sendText } from '../mcp/send-answer.ts';
import type { ToolRegistry } from '../tools/tool.ts';
import { callOnce, callTool } from './call-tool.ts';
import { ProtocolFault } from './protocol-fault.ts';
import { readCall, unknownTool } from './read-call.ts';

export interface ToolCallDeps {
  readonly registry: ToolRegistry;
  readonly stores: GovernedStoresByCall;
  readonly guards: HttpGuards;
}

const path = '/mcp/tools/call';
const bodyLimit = 1_048_576;

/**
 * Serves `POST /mcp/tools/call`: one plain JSON-RPC 2.0 request, whose `result` is the tool's own object. Accept is read as at
 * `/mcp`: JSON unless only events are taken.
 */
export function mountToolCalls(app: FastifyInstance, deps: ToolCallDeps): void {
  const { guards } = deps;
  app.post(
    path,
    {
      config: { errors: 'rpc' },
      bodyLimit,
      onRequest: guards.credential({ kinds: ['api_key', 'oauth'] }),
      // Counts what cannot be read too, so it comes before the body is looked at.
      preHandler: guards.rateLimit,
    },
    async (request, reply) => {
      const accepts = acceptedOrRefused(request.headers.accept);
      const call = readCall(request.body);
      if (call instanceof ProtocolFault) return sendText(reply, { status: 400, text: JSON.stringify(call.toBody(request.id)) }, accepts);
      const tool = deps.registry.find(call.name);
      if (!tool) throw unknownTool(call.name);
      const key = idempotencyKeyOf(request);
      const work = { tool, args: call.args, caller: new HttpCaller(request.actor(), reply) };
      const result = key === undefined ? await callTool(deps.stores, work) : await callOnce(deps.stores, key, work);
      return sendText(reply, { status: 200, text: `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":${result}}` }, accepts);
    },
  );
  methodNotAllowed(app, path, { allow: ['POST'], errors: 'rpc' });
}
