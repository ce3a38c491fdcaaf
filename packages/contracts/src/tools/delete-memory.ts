import { z } from 'zod';
import { uuid } from '../reading/fields.ts';
import { memoryId } from './memory-fields.ts';
import { overwrites, success } from './tool-contract.ts';
import type { ToolContract } from './tool-contract.ts';

export const deleteMemory = {
  name: 'delete_memory',
  title: 'Delete a memory',
  description:
    'Removes a memory for good; it cannot be brought back. Use it when the user asks to forget something or a memory is wrong. ' +
    'Only the credential that saved the memory may do this.',
  annotations: overwrites,
  args: z.strictObject({ memory_id: memoryId }),
  result: z.strictObject({ success, memory_id: uuid('The memory that is gone.') }),
} as const satisfies ToolContract;
