import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { agentId, agentName, memoryContent } from './memory-fields.ts';
import { adds, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

export const saveMemory = {
  name: 'save_memory',
  title: 'Save a memory',
  description:
    'Stores one text so that it can be recalled in later conversations: a fact, a preference, a decision, a summary. ' +
    'Use it when something should outlive this conversation; save one self-contained statement a call. ' +
    'The text is durable and listed by get_memories once this returns its memory_id, which update_memory and delete_memory take. ' +
    'Memories are kept until deleted and are seen by this user in this project only.',
  annotations: adds,
  args: z.strictObject({ content: memoryContent, agent_id: agentId.optional(), agent_name: agentName.optional() }),
  result: z.strictObject({
    success,
    memory_id: uuid('Identifies the memory.'),
    created_at: moment('When it was stored; ISO 8601, UTC.'),
  }),
} as const satisfies ToolContract;
