import { constant, constantFrom, dictionary, integer, jsonValue, oneof, record, string } from 'fast-check';
import type { Arbitrary } from 'fast-check';

export const tools = [
  'save_memory',
  'get_memories',
  'update_memory',
  'delete_memory',
  'search_knowledge',
  'list_knowledge_documents',
  'get_document_full_content',
];

export const uuids = constantFrom(
  '01a21f9f-c8d1-71a8-990b-cb24cde82867',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'not-a-uuid',
);

/** What is likely to be mistaken for something: texts, numbers and shapes that broke others. */
const nasty: Arbitrary<unknown> = constantFrom<unknown>(
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\u202e',
  "'; drop table memories; --",
  '$1',
  '${x}',
  '{{7*7}}',
  '%s%n',
  '%00',
  '../../up',
  '<script>',
  'NaN',
  'null',
  '__proto__',
  'x'.repeat(70_000),
  -0,
  -1,
  0.1,
  1e20,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  true,
  null,
  {},
  [],
  [[]],
  { $ne: null },
  { toString: 1, valueOf: 2 },
  { length: 1e9 },
  { toJSON: 'x' },
);

export const value: Arbitrary<unknown> = oneof(
  nasty,
  uuids,
  integer(),
  string({ unit: 'binary', maxLength: 50 }),
  jsonValue({ maxDepth: 3 }),
);

const fieldNames = constantFrom(
  'content',
  'agent_id',
  'agent_name',
  'limit',
  'offset',
  'memory_id',
  'query',
  'document_ids',
  'document_id',
  'synthesize',
  'max_characters',
  'title',
  'media_type',
  'name',
  'workspace_id',
  'email',
  'password',
  'cursor',
  'constructor',
  'api_key',
);

export const fields = dictionary(
  oneof({ weight: 9, arbitrary: fieldNames }, { weight: 1, arbitrary: string({ unit: 'binary', maxLength: 12 }) }),
  value,
  { maxKeys: 6 },
);

/** Messages that are nearly right, so that most get past the first check. */
export const message = record(
  {
    jsonrpc: oneof({ weight: 20, arbitrary: constant('2.0') }, { weight: 1, arbitrary: value }),
    id: oneof({ weight: 10, arbitrary: integer() }, { weight: 2, arbitrary: value }),
    method: oneof(
      { weight: 20, arbitrary: constant('tools/call') },
      { weight: 2, arbitrary: constantFrom('tools/list', 'initialize', 'ping', 'server/discover') },
      { weight: 1, arbitrary: value },
    ),
    params: oneof(
      {
        weight: 20,
        arbitrary: record({
          name: oneof({ weight: 20, arbitrary: constantFrom(...tools) }, { weight: 1, arbitrary: value }),
          arguments: oneof({ weight: 20, arbitrary: fields }, { weight: 1, arbitrary: value }),
        }),
      },
      { weight: 2, arbitrary: fields },
      { weight: 1, arbitrary: value },
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

/** JSON text; what JSON cannot say is left out, and a lone surrogate goes as its escape. */
export const textOf = (sent: unknown): string => JSON.stringify(sent) ?? '';

export const routes: readonly (readonly [string, string])[] = [
  ['POST', '/v1/memories'],
  ['PATCH', '/v1/memories/{id}'],
  ['DELETE', '/v1/memories/{id}'],
  ['GET', '/v1/memories/{id}'],
  ['GET', '/v1/memories'],
  ['POST', '/v1/knowledge/documents'],
  ['GET', '/v1/knowledge/documents'],
  ['GET', '/v1/knowledge/documents/{id}'],
  ['GET', '/v1/knowledge/documents/{id}/content'],
  ['GET', '/v1/knowledge/documents/{id}/original'],
  ['GET', '/v1/knowledge/documents/{id}/events'],
  ['POST', '/v1/knowledge/documents/{id}/retry'],
  ['DELETE', '/v1/knowledge/documents/{id}'],
  ['POST', '/v1/knowledge/search'],
  ['GET', '/v1/api-keys'],
  ['POST', '/v1/api-keys'],
  ['POST', '/v1/api-keys/{id}/rotate'],
  ['DELETE', '/v1/api-keys/{id}'],
  ['GET', '/v1/projects/{id}'],
  ['PATCH', '/v1/projects/{id}'],
  ['DELETE', '/v1/projects/{id}'],
  ['POST', '/v1/projects'],
  ['POST', '/v1/workspaces'],
  ['POST', '/auth/sign-in'],
];
