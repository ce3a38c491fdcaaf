import type { ChildStanding } from '@cairn/orchestration';
import { sql } from 'kysely';
import type { HeldTask } from './task-writes.ts';

interface LineRow {
  readonly id: string;
  readonly status: ChildStanding['status'];
  readonly code: string | null;
  readonly message: string | null;
  readonly step: string | null;
}

/** Where a task below stands, and where what ended it began: followed down as long as a step failed with the task that it started. */
export async function childStanding({ trx, sealer }: HeldTask, id: string): Promise<ChildStanding | undefined> {
  const { rows } = await sql<LineRow>`with recursive line as (
      select c.project_id, c.id, c.status, coalesce(s.error_code, c.error_code) as code,
          coalesce(s.error_message, c.error_message) as message, s.id as step, s.child_task, 1 as n
        from cairn.tasks c left join lateral (${failedStep}) s on true
        where c.project_id = ${sealer.projectId} and c.id = ${id}
      union all
      select c.project_id, c.id, c.status, coalesce(s.error_code, c.error_code), coalesce(s.error_message, c.error_message), s.id, s.child_task, line.n + 1
        from line join cairn.tasks c on c.project_id = line.project_id and c.id = line.child_task and line.code = 'child_failed'
        left join lateral (${failedStep}) s on true)
    select id, status, code, message, step from line order by n`.execute(trx);
  const [child] = rows;
  const last = rows.at(-1);
  if (child === undefined || last === undefined) return undefined;
  const root =
    last.code === null
      ? undefined
      : { code: last.code, message: last.message ?? undefined, taskIds: rows.map((row) => row.id), stepId: last.step ?? undefined };
  return { status: child.status, root };
}

/** The first of the plan in use that ended the task. */
const failedStep = sql`select x.id, x.error_code, x.error_message, x.child_task from cairn.task_steps x
  where x.project_id = c.project_id and x.task_id = c.id and x.revision = c.revision and x.status in ('failed', 'denied')
    and c.finished_at is not null
  order by x.ordinal limit 1`;
