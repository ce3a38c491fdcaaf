import { Server } from '@modelcontextprotocol/server';
import type { Tool } from '@modelcontextprotocol/server';
import { callerFrom } from './handler-caller.ts';
import { refuseCursor } from './json-rpc.ts';
import type { ServerParts } from './server-parts.ts';
import { callTool, toolResult, unknownTool } from './tool-call.ts';

/** A server of the 2026-07-28 revision for one request; never shared. */
export function createModernServer({ description, calls, extension }: ServerParts): Server {
  const { serverInfo, capabilities, instructions, cacheHint } = description;
  const server = new Server(
    { ...serverInfo },
    {
      capabilities: { ...capabilities },
      instructions,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      ...(extension?.modern.requestState && { requestState: extension.modern.requestState }),
    },
  );
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params);
    return { tools: [...description.tools] as Tool[] };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = calls.registry.find(params.name);
    if (!tool) {
      const added = extension?.modern.call(params, context);
      if (!added) throw unknownTool(params.name);
      return added;
    }
    const outcome = await callTool(calls, callerFrom(context.http?.authInfo, context.mcpReq.signal), {
      tool,
      args: params.arguments ?? {},
    });
    return toolResult(outcome);
  });
  extension?.modern.install(server);
  return server;
}
