import { nextTaskStatus } from '@cairn/orchestration';
import { sql } from 'kysely';
import { taskColumns, type TaskRow } from './task-rows.ts';
import type { HeldTask } from './task-writes.ts';

type Below = HeldTask & { readonly row: TaskRow & { readonly parent_task: string } };

/** What goes on below a task, of those that `isWanted` and of what is below them; locked, so that each comes after the one above it. */
async function lockBelow(top: HeldTask, isWanted: (held: Below) => boolean | Promise<boolean>): Promise<readonly Below[]> {
  const found: Below[] = [];
  for (let above = [top.row.id]; above.length > 0;) {
    const { rows } = await sql<Below['row']>`select ${sql.raw(taskColumns)} from cairn.tasks t
      where t.project_id = ${top.sealer.projectId} and t.parent_task = any (${above}::uuid[]) and t.finished_at is null
      order by t.id for no key update of t`.execute(top.trx);
    above = [];
    for (const row of rows) {
      if (!(await isWanted({ ...top, row }))) continue;
      found.push({ ...top, row });
      above.push(row.id);
    }
  }
  return found;
}

/** What is to be paused with a task. One that is being planned pauses once it is. */
export const goingOnBelow = (top: HeldTask): Promise<readonly Below[]> =>
  lockBelow(top, ({ row: { status, pausing } }) => !pausing && (status === 'planning' || nextTaskStatus(status, 'pause') !== undefined));

/** What was paused with a task, and nobody has paused or resumed since. */
export const pausedBelow = (top: HeldTask): Promise<readonly Below[]> =>
  lockBelow(top, async (held) => (held.row.pausing || held.row.status === 'paused') && (await wasPausedWith(held)));

async function wasPausedWith({ trx, sealer, row }: Below): Promise<boolean> {
  const { rows } = await sql<{ type: string; above: string | null }>`select type, detail->>'task_id' as above from cairn.task_events
    where project_id = ${sealer.projectId} and task_id = ${row.id} and type in ('task.pausing', 'task.paused', 'task.resumed')
    order by seq desc limit 2`.execute(trx);
  const [last, before] = rows;
  // A worker that pauses at the border of a step tells what it was told to do before.
  const began = last?.type === 'task.paused' && last.above === null && before?.type === 'task.pausing' ? before : last;
  return began?.above === row.parent_task;
}
