import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { callerFrom } from './handler-caller.ts';
import type { ServerParts } from './server-parts.ts';
import { callTool, toolResult, unknownTool } from './tool-call.ts';

// Making a validator compiles the JSON Schema dialects, which is most of what a server costs.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** A server of the handshake era, for one request or one session; never shared. */
export function createLegacyServer({ description, calls, extension }: ServerParts): Server {
  const { serverInfo, capabilities, instructions } = description;
  const server = new Server({ ...serverInfo }, { capabilities: { ...capabilities }, instructions, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...description.tools] as Tool[] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = calls.registry.find(params.name);
    if (!tool) {
      const added = extension?.legacy.call(params, extra);
      if (!added) throw unknownTool(params.name);
      return added;
    }
    const outcome = await callTool(calls, callerFrom(extra.authInfo, extra.signal), { tool, args: params.arguments ?? {} });
    return toolResult(outcome);
  });
  extension?.legacy.install(server);
  return server;
}
