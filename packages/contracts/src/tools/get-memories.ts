import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { pageArgs, pageResult, reads, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

const memory = z.strictObject({
  memory_id: uuid('Identifies the memory.'),
  content: z.string().meta({ description: 'The text as it was saved.' }),
  created_at: moment('When it was saved; ISO 8601, UTC.'),
  agent_name: z.string().nullable().meta({ description: 'Name of the agent that saved it; null when none was given.' }),
  agent_id: z.string().nullable().meta({ description: 'Identifier of that agent; null when none was given.' }),
  updated_at: moment('When its text last changed; ISO 8601, UTC.'),
});

export const getMemories = {
  name: 'get_memories',
  title: 'List memories',
  description:
    "Returns the user's memories of this project, newest first, whichever credential saved them. " +
    'Use it at the start of a task to recall what is known, and to find the memory_id of a memory to change. ' +
    'Returns memories, total and the limit and offset applied; when offset + limit is below total, call again with a greater offset.',
  annotations: reads,
  args: z.strictObject(pageArgs),
  result: z.strictObject({ success, memories: z.array(memory), ...pageResult }),
} as const satisfies ToolContract;
