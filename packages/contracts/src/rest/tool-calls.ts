import { z } from 'zod';
import { named } from './list.ts';
import type { RestRoutes } from './route.ts';

const id = z.union([z.string(), z.int()]).meta({ description: 'Chosen by the caller; echoed in the answer.' });
const version = z.literal('2.0').meta({ description: 'The protocol: JSON-RPC 2.0.' });

const call = named(
  'ToolCall',
  z.object({
    jsonrpc: version,
    id,
    method: z.literal('tools/call').meta({ description: 'The one method.' }),
    params: z.strictObject({
      name: z.string().meta({ description: 'Name of the tool; matched exactly.' }),
      arguments: z.record(z.string(), z.unknown()).optional().meta({ description: "The tool's arguments; absent means none." }),
      _meta: z.record(z.string(), z.unknown()).optional().meta({ description: 'Ignored.' }),
    }),
  }),
);

const result = named(
  'ToolCallResult',
  z.object({ jsonrpc: version, id, result: z.record(z.string(), z.unknown()).meta({ description: "The tool's result object." }) }),
);

const tag = 'Tools';

export const toolCallRoutes = {
  callTool: {
    method: 'POST',
    path: '/mcp/tools/call',
    tag,
    summary: 'Call a tool with one JSON-RPC 2.0 request',
    description: 'For callers that do not speak MCP. The tools, their arguments and results are those of /mcp.',
    credentials: ['api_key', 'oauth'],
    body: call,
    answers: { 200: { description: "The tool's result.", body: result } },
    rpcErrors: true,
  },
} as const satisfies RestRoutes;
