import { memoryBounds, searchBounds } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../reading/json-schema.ts';
import { toolCatalog } from './catalog.ts';

const contracts = Object.values(toolCatalog);

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Every schema inside a schema, itself among them. */
function nested(schema: unknown): readonly Members[] {
  return isMembers(schema) ? [schema, ...Object.values(schema).flatMap(nested)] : [];
}

it('there are exactly the seven tools of the specification', () => {
  expect(Object.keys(toolCatalog)).toEqual([
    'save_memory',
    'get_memories',
    'update_memory',
    'delete_memory',
    'search_knowledge',
    'list_knowledge_documents',
    'get_document_full_content',
  ]);
  expect(contracts.map(({ name }) => name)).toEqual(Object.keys(toolCatalog));
});

describe.each(contracts)('$name', ({ title, description, annotations, args, result }) => {
  const input = jsonSchemaOf(args);
  const output = jsonSchemaOf(result);

  it('says what it is for', () => {
    expect(title.length).toBeGreaterThan(5);
    expect(description.length).toBeGreaterThan(100);
  });

  it.each([
    ['arguments', input],
    ['result', output],
  ])('has a plain schema of its %s', (_, schema) => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(nested(schema).flatMap((part) => Object.keys(part).filter((key) => /^(\$.*|anyOf|oneOf|allOf)$/.test(key)))).toEqual([]);
  });

  it('has lists of one type each', () => {
    const items = [...nested(input), ...nested(output)].flatMap((part) => (isMembers(part['items']) ? [part['items']] : []));
    expect(items.map(({ type }) => typeof type)).toEqual(items.map(() => 'string'));
  });

  it('describes every argument', () => {
    for (const property of Object.values(input.properties)) expect(property).toHaveProperty('description', expect.stringMatching(/\.$/));
  });

  it('begins its result with success', () => {
    expect(Object.keys(output.properties)[0]).toBe('success');
  });

  it('reaches nothing outside and destroys nothing when it only reads', () => {
    expect(annotations.openWorldHint).toBe(false);
    expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
  });
});

it('stated lengths are those that are enforced', () => {
  expect(jsonSchemaOf(toolCatalog.save_memory.args).properties).toMatchObject({
    content: { type: 'string', minLength: 1, maxLength: memoryBounds.maxContentBytes },
    agent_id: { maxLength: memoryBounds.maxAgentCharacters },
    agent_name: { maxLength: memoryBounds.maxAgentCharacters },
  });
  expect(jsonSchemaOf(toolCatalog.update_memory.args).properties).toMatchObject({
    content: { maxLength: memoryBounds.maxContentBytes },
  });
  expect(jsonSchemaOf(toolCatalog.search_knowledge.args).properties).toMatchObject({
    query: { minLength: 1, maxLength: searchBounds.maxQueryCharacters },
  });
  expect(jsonSchemaOf(toolCatalog.save_memory.args).properties['content']).toHaveProperty(
    'description',
    expect.stringContaining('bytes of UTF-8'),
  );
});

it.each(['get_memories', 'search_knowledge', 'list_knowledge_documents'] as const)(
  '%s states no maximum for its limit, which is clamped',
  (name) => {
    const { limit } = jsonSchemaOf(toolCatalog[name].args).properties;
    expect(limit).toMatchObject({ type: 'integer', minimum: 1 });
    expect(limit).not.toHaveProperty('maximum');
  },
);

it('reading and writing tools are told apart', () => {
  expect(contracts.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual([
    'get_memories',
    'search_knowledge',
    'list_knowledge_documents',
    'get_document_full_content',
  ]);
});
