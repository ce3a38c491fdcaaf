import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TaskSealer } from './task-rows.ts';

type Place = Pick<TaskSealer, 'projectId'>;

/** Counts a task that began, or began anew, or ended. */
export async function countTask(trx: Transaction<Schema>, { projectId }: Place, by: 1 | -1): Promise<void> {
  await sql`select cairn.count_task(${projectId}, ${by})`.execute(trx);
}

/** Offers the task that stands in line the longest, for one that lets go. */
export async function offerNextInLine(trx: Transaction<Schema>, { projectId }: Place): Promise<void> {
  await sql`select cairn.offer_next_in_line(${projectId})`.execute(trx);
}
