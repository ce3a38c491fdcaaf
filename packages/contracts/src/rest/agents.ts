import { agentBounds, memoryScopes } from '@cairn/core';
import { z } from 'zod';
import { moment, text, uuid, wholeNumber } from '../reading/fields.ts';
import { idParams, listOf, listQuery, named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const { maxNameCharacters, maxDescriptionCharacters, maxInstructionBytes, maxModelCharacters, maxTools, maxToolCharacters, maxVersions } =
  agentBounds;

const name = text({
  description: `What people call it, 1 to ${maxNameCharacters} characters; no two agents of a project have one name.`,
  max: maxNameCharacters,
  unit: 'characters',
  refuseBlank: true,
  line: true,
});

const description = text({
  description: `What it is for, up to ${maxDescriptionCharacters} characters.`,
  max: maxDescriptionCharacters,
  unit: 'characters',
  empty: true,
});

const instructions = text({
  description: `What it is told before every task, up to ${maxInstructionBytes} bytes of UTF-8.`,
  max: maxInstructionBytes,
  unit: 'bytes',
  empty: true,
});

const model = text({
  description: `Name of the model that it works with, up to ${maxModelCharacters} characters; without one, that of whoever runs it.`,
  max: maxModelCharacters,
  unit: 'characters',
  line: true,
});

const tool = text({
  description: `Name of a tool, up to ${maxToolCharacters} characters.`,
  max: maxToolCharacters,
  unit: 'characters',
  refuseBlank: true,
  line: true,
});

const tools = z
  .array(tool)
  .max(maxTools)
  .refine((names) => new Set(names).size === names.length, 'must not name a tool twice')
  .meta({
    description: `Names of the tools that it may use, up to ${maxTools}; without them, any. A task of the agent may have a step when its kind (memory.save) or the tool that does the same (save_memory) is among them, an action also by its own kind (shell.exec) or, for mcp.call, by the tool that it calls; steps that only wait are always possible.`,
  });

const memoryScope = z.enum(memoryScopes).meta({
  description:
    'What its tasks remember: "agent", for itself alone, or "system", for every agent of the user when nothing else is said. Either way they read its own memories, those of system scope and those of no agent; they change its own, and with "system" those of system scope and of no agent.',
});

const definition = {
  name: z.string().meta({ description: 'What people call it.' }),
  description: z.string().nullable().meta({ description: 'What it is for.' }),
  instructions: z.string().nullable().meta({ description: 'What it is told before every task.' }),
  model: z.string().nullable().meta({ description: 'Name of the model that it works with.' }),
  tools: z.array(z.string()).nullable().meta({ description: 'Names of the tools that it may use; null: any.' }),
  memory_scope: memoryScope,
};

const agent = named(
  'Agent',
  z.strictObject({
    id: uuid('Identifies the agent; memories name it as their agent_id.'),
    ...definition,
    version: wholeNumber(1, 'Number of this definition, from 1 on.'),
    created_at: moment('When it was made; ISO 8601, UTC.'),
    updated_at: moment('When its definition last changed; ISO 8601, UTC.'),
  }),
);

const agentVersion = named(
  'AgentVersion',
  z.strictObject({
    version: wholeNumber(1, 'Its number, from 1 on.'),
    ...definition,
    changed_by: z.strictObject({
      kind: z.enum(anyCredential).meta({ description: 'What kind of credential made this version.' }),
      credential_id: uuid('The key, token or session that made this version.'),
      user_id: uuid('Whose it is.'),
    }),
    current: z.boolean().meta({ description: 'Whether it is what the agent is now.' }),
    created_at: moment('From when on the agent was this; ISO 8601, UTC.'),
  }),
);

const newAgent = named(
  'NewAgent',
  z.strictObject({
    name,
    description: description.optional(),
    instructions: instructions.optional(),
    model: model.optional(),
    tools: tools.optional(),
    memory_scope: memoryScope.optional().meta({ description: `${memoryScope.description} Default "agent".` }),
  }),
);

const agentPatch = named(
  'AgentPatch',
  z
    .strictObject({
      name: name.optional(),
      description: description.nullable().optional(),
      instructions: instructions.nullable().optional(),
      model: model.nullable().optional(),
      tools: tools.nullable().optional(),
      memory_scope: memoryScope.optional(),
      expected_version: wholeNumber(
        1,
        'The version that this change was made of. When another one holds by now, nothing is changed and the answer is 409.',
      ).optional(),
    })
    .refine(
      ({ expected_version: _expected, ...change }) => Object.values(change).some((value) => value !== undefined),
      'must name what to change',
    ),
);

const tag = 'Agents';
const whoMay = 'For owners, admins and members of the workspace.';

export const agentRoutes = {
  listAgents: {
    method: 'GET',
    path: '/v1/agents',
    tag,
    summary: "List the project's agents, newest first",
    credentials: anyCredential,
    query: listQuery,
    answers: { 200: { description: 'A page of agents.', body: listOf('AgentList', agent.schema) } },
  },
  createAgent: {
    method: 'POST',
    path: '/v1/agents',
    tag,
    summary: 'Define an agent',
    description: whoMay,
    credentials: anyCredential,
    body: newAgent,
    answers: { 201: { description: 'The agent.', body: agent } },
  },
  getAgent: {
    method: 'GET',
    path: '/v1/agents/{id}',
    tag,
    summary: 'Read an agent',
    credentials: anyCredential,
    params: idParams,
    answers: { 200: { description: 'The agent.', body: agent } },
  },
  updateAgent: {
    method: 'PATCH',
    path: '/v1/agents/{id}',
    tag,
    summary: 'Change what an agent is',
    description: `What is not named stays; null takes it away. A change makes a new version; the former ones are kept. ${whoMay}`,
    credentials: anyCredential,
    params: idParams,
    body: agentPatch,
    answers: { 200: { description: 'The agent as it is now.', body: agent } },
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/v1/agents/{id}',
    tag,
    summary: 'Delete an agent',
    description: `The memories that name it stay as they are, and its versions can still be read. Its name is free. ${whoMay}`,
    credentials: anyCredential,
    params: idParams,
    answers: { 204: { description: 'It is gone.' } },
  },
  listAgentVersions: {
    method: 'GET',
    path: '/v1/agents/{id}/versions',
    tag,
    summary: 'List what an agent was and is, newest first',
    description: `Of a deleted agent too. The newest ${maxVersions} are kept.`,
    credentials: anyCredential,
    params: idParams,
    query: listQuery,
    answers: { 200: { description: 'A page of versions.', body: listOf('AgentVersionList', agentVersion.schema) } },
  },
} as const satisfies RestRoutes;
