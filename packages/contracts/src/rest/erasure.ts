import { z } from 'zod';
import { moment, uuid, wholeNumber } from '../reading/fields.ts';
import { named } from './list.ts';

const counts = (description: string) => z.record(z.string(), z.number()).meta({ description });

/** What a deleted project held, counted when it was destroyed. */
export const erasureReceipt = named(
  'ErasureReceipt',
  z.strictObject({
    id: uuid('Of the entry in the audit that the receipt is.'),
    project_id: uuid('The project that is gone.'),
    project_name: z.string().meta({ description: 'What it was called.' }),
    workspace_id: uuid('The workspace that it was in.'),
    erased_at: moment('When; ISO 8601, UTC.'),
    erased_by: uuid('The person who deleted it.').nullable(),
    rows: counts('Rows that were deleted, by table; its keys are `project_keys`.'),
    kept: counts('Rows that stay, by table: its audit, which holds ids and no content.'),
    originals: z.strictObject({ count: wholeNumber(0, 'Files that were deleted.'), bytes: wholeNumber(0, 'Their bytes.') }),
    vectors: z.strictObject({
      passages: wholeNumber(0, 'Vectors of passages.'),
      memories: wholeNumber(0, 'Places for vectors of memories.'),
    }),
    redis_keys: wholeNumber(0, 'Keys that were removed from Redis; null when it was not asked: they lapse within the hour.').nullable(),
  }),
);

/** Whether the answer of a deletion is its receipt. */
export const receiptQuery = z.strictObject({
  receipt: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With "true" the answer is the receipt, with status 200. Default "false".' }),
});
