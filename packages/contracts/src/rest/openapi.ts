import { z } from 'zod';
import { dropDoubleBounds } from '../reading/json-schema.ts';
import { problem, rpcError } from './errors.ts';
import { rateHeaders, sharedComponents } from './openapi-components.ts';
import { reference, schemaReference, schemaUri } from './openapi-reference.ts';
import type { Json } from './openapi-reference.ts';
import type { NamedSchema, RestRoute, RestRoutes } from './route.ts';

export interface OpenApiParameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
  readonly [member: string]: unknown;
}

/** One call as the document describes it. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Json[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

/** An OpenAPI 3.1 document; plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, Json>>;
}

export interface OpenApiOptions {
  readonly routes: RestRoutes;
  /** Where the service is reached; the document's one server. */
  readonly baseUrl: string;
  /** Version of the product. */
  readonly version: string;
}

/** The document that describes `routes`: schemas from the very ones that requests are read with. */
export function openApiDocument({ routes, baseUrl, version }: OpenApiOptions): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version,
      description:
        'Persistent memory and a searchable knowledge base for AI agents. Agents use the MCP endpoint /mcp; this is the rest of the surface.',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(Object.values(routes).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(routes),
    components: { schemas: schemasOf(routes), ...sharedComponents },
  };
}

function pathsOf(routes: RestRoutes): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [operationId, route] of Object.entries(routes)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(operationId, route);
  }
  return paths;
}

function operationOf(operationId: string, route: RestRoute): OpenApiOperation {
  const body = requestBodyOf(route);
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(route),
  };
}

function securityOf({ credentials, operator }: RestRoute): readonly Json[] {
  if (operator) return [{ operator: [] }];
  if (credentials.length === 0) return [];
  return credentials.includes('api_key') ? [{ bearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }] : [{ bearer: [] }];
}

function parametersOf(route: RestRoute): readonly OpenApiParameter[] {
  return [
    ...fieldsOf(route.params).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(route.query).map((field) => ({ ...field, in: 'query' })),
    ...(takesProject(route) ? [reference('parameters', 'ProjectId')] : []),
    ...(takesIdempotencyKey(route) ? [reference('parameters', 'IdempotencyKey')] : []),
  ];
}

const takesProject = ({ credentials, inProject }: RestRoute): boolean => credentials.includes('session') && inProject !== false;
const takesIdempotencyKey = ({ method, credentials, keepsAnswer = true }: RestRoute): boolean =>
  method === 'POST' && credentials.length > 0 && keepsAnswer;

function fieldsOf(schema: z.ZodObject | undefined): { name: string; required: boolean; schema: Json }[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    required: !(field instanceof z.ZodOptional),
    schema: plainSchema(field),
  }));
}

function plainSchema(schema: z.core.$ZodType): Json {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io: 'input', override: dropDoubleBounds });
  return plain;
}

const ndjson = 'application/x-ndjson';

const linesOf = (lines: NamedSchema | undefined): Json => (lines === undefined ? {} : { [ndjson]: { schema: schemaReference(lines) } });

function requestBodyOf({ body, upload, lines }: RestRoute): Json | undefined {
  if (lines !== undefined) return { required: true, description: 'One such object a line.', content: linesOf(lines) };
  if (body === undefined) return undefined;
  return {
    required: true,
    content: {
      'application/json': { schema: schemaReference(body) },
      ...(upload === undefined ? {} : { 'multipart/form-data': { schema: schemaReference(upload) } }),
    },
  };
}

function responsesOf(route: RestRoute): OpenApiOperation['responses'] {
  const told = Object.entries(route.answers).map(([status, answer]): [string, Json] => [
    status,
    { description: answer.description, ...contentOf(answer), ...(route.credentials.length > 0 ? { headers: rateHeaders } : {}) },
  ]);
  const errors = errorsOf(route)
    .filter((status) => !(status in route.answers))
    .map((status): [string, Json] => [String(status), reference('responses', route.rpcErrors ? `Rpc${status}` : `Problem${status}`)]);
  return Object.fromEntries([...told, ...errors]);
}

function contentOf({ body, lines, mediaType }: RestRoute['answers'][number]): Json {
  const json = body === undefined ? {} : { 'application/json': { schema: schemaReference(body) } };
  if (body !== undefined || lines !== undefined) return { content: { ...json, ...linesOf(lines) } };
  return mediaType === undefined ? {} : { content: { [mediaType]: { schema: { type: 'string' } } } };
}

function errorsOf(route: RestRoute): readonly number[] {
  const open = route.credentials.length === 0;
  return [
    ...(open && route.body === undefined && route.lines === undefined ? [] : [400]),
    ...(open ? [] : [401, 403]),
    ...(route.operator ? [401, 429] : []),
    ...(route.params !== undefined || route.rpcErrors ? [404] : []),
    ...(takesIdempotencyKey(route) || route.upload !== undefined ? [409] : []),
    ...(route.body === undefined ? [] : [413]),
    ...(route.body === undefined && route.lines === undefined ? [] : [415]),
    ...(open ? [] : [429]),
    500,
    503,
  ];
}

function schemasOf(routes: RestRoutes): Json {
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of namedSchemas(routes)) {
    if (!registry.has(schema)) registry.add(schema, { id: name });
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: schemaUri, override: dropDoubleBounds });
  return Object.fromEntries(Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...plain }]) => [name, plain]));
}

function namedSchemas(routes: RestRoutes): readonly NamedSchema[] {
  return [
    problem,
    rpcError,
    ...Object.values(routes).flatMap(({ body, upload, lines, answers }) =>
      [body, upload, lines, ...Object.values(answers).flatMap((answer) => [answer.body, answer.lines])].filter(
        (schema) => schema !== undefined,
      ),
    ),
  ];
}
