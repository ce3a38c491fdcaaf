import { z } from 'zod';
import { text, uuid, wholeNumber } from '../reading/fields.ts';
import { pointInTime } from '../reading/point-in-time.ts';
import { listQuery, named } from './list.ts';
import { memory, newMemory, queryFilters } from './memories.ts';
import { anyCredential } from './route.ts';
import type { RestRoutes } from './route.ts';

const cursor = z.string().meta({ description: 'Pass that of the last line that came whole as cursor, to go on after it.' });

const exportedMemory = named('ExportedMemory', memory.schema.extend({ cursor }));

/** One line of an import; what an export says of a memory is one. */
const importedMemory = named(
  'ImportedMemory',
  newMemory.schema.extend({
    id: text({
      description:
        'What it is called where it comes from, up to 256 characters. A UUID becomes its id, unless another person has a memory of that id in the project. Without one it is known by all that the line says. What is there already is left as it is.',
      max: 256,
      unit: 'characters',
    }).optional(),
    created_at: pointInTime(
      'When it was first saved, not in the future; now, if nothing is said. ISO 8601, UTC when no offset is given.',
    ).optional(),
    updated_at: pointInTime(
      'When it last changed, not before created_at and not in the future; now, if nothing is said. It counts where created_at is given too.',
    ).optional(),
    cursor: text({ description: 'Not looked at.', max: 512, unit: 'characters' }).optional(),
  }),
);

const counts = {
  lines: wholeNumber(0, 'Lines that were read, the empty ones left out.'),
  accepted: wholeNumber(0, 'Memories that are there now and were not before.'),
  duplicates: wholeNumber(0, 'Memories that were there already.'),
  refused: wholeNumber(0, 'Lines that were not taken.'),
};

const refusal = {
  line: wholeNumber(1, 'Number of the line, the empty ones counted.'),
  message: z.string().meta({ description: 'Why it was not taken.' }),
  issues: z
    .array(z.strictObject({ path: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'Each fault of a line that was read.' }),
  approval_id: uuid('The approval that is needed first.').optional(),
};

const complete = z
  .boolean()
  .meta({ description: 'Whether all of it was read. When not, send it again, or what comes after the last line that was read.' });
const reason = z.string().optional().meta({ description: 'Why not all of it was read.' });

const importSummary = named(
  'MemoryImportSummary',
  z.strictObject({
    ...counts,
    complete,
    reason,
    errors: z.array(z.strictObject(refusal)).meta({ description: 'Lines that were not taken; the first 1,000.' }),
  }),
);

const importEvent = named(
  'MemoryImportEvent',
  z.strictObject({
    event: z.enum(['progress', 'refused', 'summary']),
    ...z.object({ ...counts, complete, reason, ...refusal }).partial().shape,
  }),
);

const tag = 'Memories';

export const memoryTransferRoutes = {
  exportMemories: {
    method: 'GET',
    path: '/v1/memories/export',
    tag,
    summary: "Read all of the user's memories of the project, oldest first",
    description:
      'One JSON object a line, streamed. An answer that breaks off is gone on with by the cursor of the last line that came whole. What is saved or deleted meanwhile may be in it or not; former versions are not. An import of it gives the same memories, their times included.',
    credentials: anyCredential,
    query: listQuery.extend({ ...queryFilters, limit: wholeNumber(1, 'How many to return at most; all, if nothing is said.').optional() }),
    answers: { 200: { description: 'The memories.', lines: exportedMemory } },
  },
  importMemories: {
    method: 'POST',
    path: '/v1/memories/import',
    tag,
    summary: 'Take memories in',
    description:
      'One JSON object a line, of up to 512 KiB; up to 2,000,000 lines a request. A line that is not good is told and keeps no other out. What was taken is durable as it goes, and a line that comes again is a duplicate: a request that broke off is sent again. Searches find what came soon after. With Accept: application/x-ndjson the answer is streamed while it goes: what was not taken, how far it is, and a summary at the end. An Idempotency-Key is not needed and not looked at.',
    credentials: anyCredential,
    keepsAnswer: false,
    lines: importedMemory,
    answers: { 200: { description: 'What became of the lines.', body: importSummary, lines: importEvent } },
  },
} as const satisfies RestRoutes;

/** Of a line of an import. */
export const importedMemorySchema = importedMemory.schema;
