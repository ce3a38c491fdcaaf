import { memoryBounds, memoryScopes, recallBounds } from '@cairn/core';
import { z } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { jsonObject } from '../reading/json-object.ts';
import { pointInTime } from '../reading/point-in-time.ts';
import { metadataFilter, metadataFilterText } from './metadata-filter.ts';
import { agentId, agentName, memoryContent } from '../tools/memory-fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const { maxSessionCharacters, maxMetadataBytes } = memoryBounds;
const { maxQueryCharacters, defaultLimit, maxLimit, maxOffset } = recallBounds;

const scope = z
  .enum(memoryScopes)
  .meta({ description: 'Whom it is for: "agent", the agent that it is of, or "system", every agent of the user in the project.' });

const sessionId = text({
  description: `What was said together has one session_id, of the caller's making, up to ${maxSessionCharacters} characters. Memories of a session help each other to be found.`,
  max: maxSessionCharacters,
  unit: 'characters',
});

const metadata = jsonObject({
  description: `A JSON object that is kept with it, up to ${maxMetadataBytes} bytes. Searches do not look into it; filters find the first 256 of its top-level members that are a string, a number, true, false or null, and of the items of those that are lists.`,
  maxBytes: maxMetadataBytes,
});

const memoryFields = {
  id: uuid('Identifies the memory.'),
  content: z.string().meta({ description: 'The text as it was saved.' }),
  scope,
  agent_id: z.string().nullable().meta({ description: 'Identifier of the agent that the memory is of.' }),
  agent_name: z.string().nullable().meta({ description: 'Name of that agent.' }),
  session_id: z.string().nullable().meta({ description: 'What it was said together with.' }),
  occurred_at: moment('When it happened; when it was saved, if nothing else was said. ISO 8601, UTC.'),
  metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What the caller keeps with it.' }),
  created_at: moment('When it was saved; ISO 8601, UTC.'),
  updated_at: moment('When its text or metadata last changed; ISO 8601, UTC.'),
};

export const memory = named('Memory', z.strictObject(memoryFields));

export const newMemory = named(
  'NewMemory',
  z.strictObject({
    content: memoryContent,
    agent_id: agentId.optional(),
    agent_name: agentName.optional(),
    scope: scope.optional().meta({ description: `${scope.description} Default "agent".` }),
    session_id: sessionId.optional(),
    occurred_at: pointInTime('When it happened, if not now; ISO 8601, UTC when no offset is given.').optional(),
    metadata: metadata.optional(),
  }),
);

const memoryPatch = named(
  'MemoryPatch',
  z
    .strictObject({
      content: memoryContent.optional(),
      metadata: metadata
        .nullable()
        .optional()
        .meta({ description: `${metadata.description} Takes the place of what was there; null takes it away.` }),
    })
    .refine(({ content, metadata: given }) => content !== undefined || given !== undefined, 'must name content, metadata or both'),
);

const memoryVersion = named(
  'MemoryVersion',
  z.strictObject({
    version: wholeNumber(1, 'Its number, from 1 on.'),
    content: z.string().meta({ description: 'The text as it was.' }),
    metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'The metadata as it was.' }),
    changed_by: z.strictObject({
      kind: z
        .enum(anyCredential)
        .nullable()
        .meta({ description: 'What kind of credential made this version; null when that was not kept.' }),
      credential_id: uuid('The key, token or session that made this version.'),
    }),
    restored_from: wholeNumber(1, 'The version that this one brought back.').nullable(),
    current: z.boolean().meta({ description: 'Whether it is what the memory says now.' }),
    created_at: moment('From when on the memory said this; ISO 8601, UTC.'),
  }),
);

const memoryRestore = named(
  'MemoryRestore',
  z.strictObject({ version: wholeNumber(1, 'Number of the version whose text and metadata are to hold again.') }),
);

const filters = {
  scope: scope.optional(),
  agent_id: agentId.optional(),
  session_id: sessionId.optional(),
  from: pointInTime('Saved (created_at) at that time or later; ISO 8601, UTC when no offset is given.').optional(),
  to: pointInTime('Saved before that time, which is later than from; ISO 8601, UTC when no offset is given.').optional(),
};
const bodyFilters = { ...filters, metadata: metadataFilter.optional() };
export const queryFilters = { ...filters, metadata: metadataFilterText.optional() };

const memorySearch = named(
  'MemorySearch',
  z.strictObject({
    query: text({
      description: `What to look for, as a question or as words, 1 to ${maxQueryCharacters} characters. Every character is literal; there are no operators.`,
      max: maxQueryCharacters,
      unit: 'characters',
      refuseBlank: true,
    }),
    limit: wholeNumber(
      1,
      `How many to return at most. Default ${defaultLimit}; a greater number than ${maxLimit} is read as ${maxLimit}.`,
    ).optional(),
    offset: z
      .int()
      .min(0)
      .max(maxOffset)
      .optional()
      .meta({ description: `How many of the best to leave out: the next_offset of the answer before. Default 0, at most ${maxOffset}.` }),
    ...bodyFilters,
  }),
);

const foundMemories = named(
  'FoundMemories',
  z.strictObject({
    data: z
      .array(
        z.strictObject({
          ...memoryFields,
          score: z.number().meta({ description: 'Greater is better; comparable within this answer only.' }),
        }),
      )
      .meta({ description: 'Best first.' }),
    next_offset: wholeNumber(
      0,
      'Pass it as offset to go on; null at the end. What is saved or changed meanwhile may move the order; scores of one answer are not comparable with those of another.',
    ).nullable(),
  }),
);

const memoryAgent = z.strictObject({
  id: z.string().meta({ description: 'Identifier of the agent, as agent_id of its memories.' }),
  name: z.string().nullable().meta({ description: 'Its name, as the newest of them has it.' }),
});

/** An id is longer than other marks of a list. */
const agentsQuery = listQuery.extend({
  cursor: text({ description: 'The next_cursor of the answer before; leave it out to begin.', max: 2048, unit: 'characters' }).optional(),
});

const tag = 'Memories';

export const memoryRoutes = {
  listMemories: {
    method: 'GET',
    path: '/v1/memories',
    tag,
    summary: "List the user's memories of the project, newest first",
    credentials: anyCredential,
    query: listQuery.extend(queryFilters),
    answers: { 200: { description: 'A page of memories.', body: listOf('MemoryList', memory.schema) } },
  },
  createMemory: {
    method: 'POST',
    path: '/v1/memories',
    tag,
    summary: 'Save a memory',
    credentials: anyCredential,
    body: newMemory,
    answers: { 201: { description: 'The memory; durable, listed and found by searches.', body: memory } },
  },
  searchMemories: {
    method: 'POST',
    path: '/v1/memories/search',
    tag,
    summary: "Find the user's memories of the project that a query is about",
    description:
      'By their words, by those of the memories around them and by meaning. A memory is found by its words from the moment it was saved, by its meaning soon after; an updated or deleted one is not found by its old text any more.',
    credentials: anyCredential,
    body: memorySearch,
    answers: { 200: { description: 'What was found.', body: foundMemories } },
  },
  listMemoryAgents: {
    method: 'GET',
    path: '/v1/memories/agents',
    tag,
    summary: 'List the agents that the user has memories of in the project, by their id',
    credentials: anyCredential,
    query: agentsQuery,
    answers: { 200: { description: 'A page of agents.', body: listOf('MemoryAgentList', memoryAgent) } },
  },
  getMemory: {
    method: 'GET',
    path: '/v1/memories/{id}',
    tag,
    summary: 'Read a memory',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The memory.', body: memory } },
  },
  updateMemory: {
    method: 'PATCH',
    path: '/v1/memories/{id}',
    tag,
    summary: "Replace a memory's text, its metadata, or both",
    description:
      'A key or token may change the memories that it made; a signed-in person every memory of their own. ' +
      'Where the rules of the project ask people first, they approve the change of the memory as it is then: once it says something else, it is asked for anew, and 409 is the answer when it changes just then.',
    credentials: anyCredential,
    params: idParams,
    body: memoryPatch,
    answers: { 200: { description: 'The memory as it is now.', body: memory } },
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/v1/memories/{id}',
    tag,
    summary: 'Delete a memory for good',
    description:
      'Its former versions go with it. A key or token may delete the memories that it made; a signed-in person every memory of their own. ' +
      'Where the rules of the project ask people first, they approve the deletion of the memory as it is then: once it says something else, it is asked for anew, and 409 is the answer when it changes just then.',
    credentials: anyCredential,
    params: idParams,
    answers: { 204: { description: 'It is gone.' } },
  },
  listMemoryVersions: {
    method: 'GET',
    path: '/v1/memories/{id}/history',
    tag,
    summary: 'List what a memory said and says, newest first',
    description: 'The first is what it says now. Of a memory that was changed more often the newest 1,000 former versions are kept.',
    credentials: anyCredential,
    params: idParams,
    query: listQuery,
    answers: { 200: { description: 'A page of versions.', body: listOf('MemoryVersionList', memoryVersion.schema) } },
  },
  restoreMemory: {
    method: 'POST',
    path: '/v1/memories/{id}/restore',
    tag,
    summary: "Bring a former version's text and metadata back",
    description:
      'As a new version; restoring the one that holds changes nothing. A deleted memory cannot be restored. A key or token may restore the memories that it made; a signed-in person every memory of their own.',
    credentials: anyCredential,
    params: idParams,
    body: memoryRestore,
    answers: { 200: { description: 'The memory as it is now.', body: memory } },
  },
} as const satisfies RestRoutes;
