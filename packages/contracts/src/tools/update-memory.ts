import { z } from 'zod';
import { moment, uuid } from '../reading/fields.ts';
import { memoryContent, memoryId } from './memory-fields.ts';
import { overwrites, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

export const updateMemory = {
  name: 'update_memory',
  title: 'Update a memory',
  description:
    "Replaces a memory's text with a new one. Use it when a saved fact has changed, so that only the current one is recalled. " +
    "The former text stays in the memory's history until the memory is deleted; to remove a text for good, delete the memory. " +
    'Only the credential that saved the memory may do this.',
  annotations: overwrites,
  args: z.strictObject({ memory_id: memoryId, content: memoryContent }),
  result: z.strictObject({
    success,
    memory_id: uuid('Identifies the memory.'),
    updated_at: moment('When the new text was stored; ISO 8601, UTC.'),
  }),
} as const satisfies ToolContract;
