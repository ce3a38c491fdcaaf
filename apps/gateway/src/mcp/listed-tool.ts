import type { JsonSchemaObject, ToolDefinition } from '../tools/tool.ts';
import type { ListedTool } from './description.ts';

/** `error` of a failed call's object. */
const errorSchema = {
  type: 'object',
  description: 'What went wrong; there only when success is false.',
  required: ['code', 'status', 'message', 'request_id'],
  properties: {
    code: { type: 'string', description: 'A word for programs.' },
    status: { type: 'integer', description: 'The HTTP status that says the same.' },
    message: { type: 'string', description: 'What is wrong and how to mend it.' },
    request_id: { type: 'string', description: 'Under which the server logged it.' },
    issues: {
      type: 'array',
      description: 'One for each bad argument.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    retry_after: { type: 'integer', description: 'Seconds after which a retry makes sense.' },
  },
} as const;

/**
 * A tool as `/mcp` lists it. Here a failure is a result too, so the output schema takes both objects: clients of the SDK's first
 * line check every result against it and would lose the message of a failure to an error of their own.
 */
export function listedTool(definition: ToolDefinition): ListedTool {
  return { ...definition, outputSchema: orFailure(definition.outputSchema) };
}

function orFailure(schema: JsonSchemaObject): JsonSchemaObject {
  return {
    ...schema,
    properties: {
      ...membersOf(schema['properties']),
      success: { type: 'boolean', description: 'Whether the call did what it was asked to.' },
      error: errorSchema,
    },
    required: ['success'],
    if: { properties: { success: { const: true } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: schema['required'] ?? [] },
    else: { required: ['error'] },
  };
}

function membersOf(properties: unknown): object {
  return typeof properties === 'object' && properties !== null ? properties : {};
}
