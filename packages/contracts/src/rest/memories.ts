import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { agentId, agentName, memoryContent } from '../tools/memory-fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const memory = named(
  'Memory',
  z.strictObject({
    id: uuid('Identifies the memory.'),
    content: z.string().meta({ description: 'The text as it was saved.' }),
    agent_id: z.string().nullable().meta({ description: 'Identifier of the agent that the memory is of.' }),
    agent_name: z.string().nullable().meta({ description: 'Name of that agent.' }),
    created_at: moment('When it was saved; ISO 8601, UTC.'),
    updated_at: moment('When its text last changed; ISO 8601, UTC.'),
  }),
);

const newMemory = named(
  'NewMemory',
  z.strictObject({ content: memoryContent, agent_id: agentId.optional(), agent_name: agentName.optional() }),
);

const tag = 'Memories';

export const memoryRoutes = {
  listMemories: {
    method: 'GET',
    path: '/v1/memories',
    tag,
    summary: "List the user's memories of the project, newest first",
    credentials: anyCredential,
    query: listQuery,
    answers: { 200: { description: 'A page of memories.', body: listOf('MemoryList', memory.schema) } },
  },
  createMemory: {
    method: 'POST',
    path: '/v1/memories',
    tag,
    summary: 'Save a memory',
    credentials: anyCredential,
    body: newMemory,
    answers: { 201: { description: 'The memory; durable and listed.', body: memory } },
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
    summary: "Replace a memory's text",
    description: 'A key or token may change the memories that it made; a signed-in person every memory of their own.',
    credentials: anyCredential,
    params: idParams,
    body: named('MemoryPatch', z.strictObject({ content: memoryContent })),
    answers: { 200: { description: 'The memory with its new text.', body: memory } },
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/v1/memories/{id}',
    tag,
    summary: 'Delete a memory for good',
    description: 'A key or token may delete the memories that it made; a signed-in person every memory of their own.',
    credentials: anyCredential,
    params: idParams,
    answers: { 204: { description: 'It is gone.' } },
  },
} as const satisfies RestRoutes;
