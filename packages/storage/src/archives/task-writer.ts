import type { ArchiveRecordOf } from '@cairn/contracts';
import { isFinal } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { sealSchedule } from '../repositories/tasks/schedule-rows.ts';
import { sealDetail, sealGoal, sealOutput, sealPlan } from '../repositories/tasks/task-rows.ts';
import { goalDigest } from '../repositories/tasks/tasks.ts';
import type { Writing } from './governance-writer.ts';
import { insertRow } from './insert-row.ts';
import { movedReason } from './moved.ts';

export interface TaskWriting extends Writing {
  /** Gets what belongs to nobody here: tasks and schedules are their person's alone. */
  readonly ownerOf: (id: string) => string;
}

const sealerOf = ({ projectId, key }: Writing) => ({ projectId, key: key.seal });

const errorColumns = (error: { readonly code: string; readonly message: string } | null) => ({
  error_code: error?.code ?? null,
  error_message: error?.message ?? null,
});

/** Tasks and schedules, as history: none of them does anything. */
export const taskWriter = {
  async task(writing: TaskWriting, record: ArchiveRecordOf<'task'>): Promise<void> {
    const { trx, projectId, key, ownerOf } = writing;
    const { kind: _kind, goal, error, ...row } = record;
    const sealed = { goal: sealGoal(sealerOf(writing), row.id, goal), goal_digest: goalDigest(key, goal) };
    const place = { projectId, table: 'tasks' };
    // Where what it was given came from is not in archives: one that was below another may have had it from anywhere.
    const sources = row.parent_task === null ? [] : ['tool_result'];
    const task = { ...row, ...sealed, sources, user_id: ownerOf(row.user_id) };
    if (isFinal(row.status)) {
      // What has ended says when: it is cleared by that.
      return insertRow(trx, place, { ...task, ...errorColumns(error), finished_at: row.finished_at ?? row.updated_at });
    }
    const why = `it had not ended when its project was taken out, and was ${row.status}; submit it anew`;
    await insertRow(trx, place, {
      ...task,
      ...errorColumns({ code: movedReason, message: why }),
      status: 'cancelled',
      events: row.events + 1,
      updated_at: sql`clock_timestamp()`,
      finished_at: sql`clock_timestamp()`,
    });
    const detail = JSON.stringify({ error: { code: movedReason, message: why } });
    const told = { task_id: row.id, seq: row.events + 1, type: 'task.cancelled', step_id: null, detail: sql`${detail}::jsonb` };
    return insertRow(trx, { projectId, table: 'task_events' }, told);
  },

  task_plan(writing: TaskWriting, record: ArchiveRecordOf<'task_plan'>): Promise<void> {
    const { kind: _kind, plan, hash, input_hash: inputHash, ...row } = record;
    const sealed = sealPlan(sealerOf(writing), row.task_id, row.revision, { plan, hash, inputHash });
    return insertRow(writing.trx, { projectId: writing.projectId, table: 'task_plans' }, { ...row, plan: sealed });
  },

  task_step(writing: TaskWriting, record: ArchiveRecordOf<'task_step'>): Promise<void> {
    const { kind: _kind, step_kind: kind, output, error, ...row } = record;
    return insertRow(
      writing.trx,
      { projectId: writing.projectId, table: 'task_steps' },
      {
        ...row,
        kind,
        output: output === undefined ? null : sealOutput(sealerOf(writing), row.task_id, row.id, output),
        ...errorColumns(error),
      },
    );
  },

  task_decision(writing: TaskWriting, { kind: _kind, detail, ...row }: ArchiveRecordOf<'task_decision'>): Promise<void> {
    const sealed = sealDetail(sealerOf(writing), row.id, detail);
    return insertRow(writing.trx, { projectId: writing.projectId, table: 'task_decisions' }, { ...row, detail: sealed });
  },

  task_event({ trx, projectId }: TaskWriting, { kind: _kind, detail, ...row }: ArchiveRecordOf<'task_event'>): Promise<void> {
    return insertRow(
      trx,
      { projectId, table: 'task_events' },
      { ...row, detail: sql`${JSON.stringify(withoutHash(row.type, detail))}::jsonb` },
    );
  },

  /** Nobody here has decided that it may run again and again: whoever wants that makes another one. */
  schedule(writing: TaskWriting, record: ArchiveRecordOf<'schedule'>): Promise<void> {
    const { kind: _kind, goal, plan, error, ...row } = record;
    const isOver = row.status !== 'active' && row.status !== 'paused' && row.status !== 'waiting_approval';
    const ended = { code: movedReason, message: `its project was moved while it was ${row.status}; make it anew to have it run here` };
    return insertRow(
      writing.trx,
      { projectId: writing.projectId, table: 'task_schedules' },
      {
        ...row,
        ...sealSchedule(sealerOf(writing), row.id, { goal, plan: plan ?? undefined }),
        user_id: writing.ownerOf(row.user_id),
        ...errorColumns(isOver ? error : ended),
        ...(!isOver && { status: 'ended', updated_at: sql`clock_timestamp()` }),
        due_at: null,
      },
    );
  },
};

/** Ends the steps of tasks that had not ended: what was under way is not known here, and the rest is not done. */
export async function endMovedSteps(trx: Transaction<Schema>, projectId: string): Promise<void> {
  await sql`update cairn.task_steps s
    set status = case s.status when 'executing' then 'unknown' else 'skipped' end, finished_at = clock_timestamp()
    from cairn.tasks t
    where t.project_id = ${projectId} and t.error_code = ${movedReason} and t.status = 'cancelled'
      and s.project_id = t.project_id and s.task_id = t.id and s.revision = t.revision
      and s.status in ('pending', 'evaluating', 'awaiting_approval', 'permitted', 'executing')`.execute(trx);
}

/** A plan's hash, which older archives tell beside it, would let whoever has the database try what the plan was. */
function withoutHash(type: string, detail: object): object {
  if (type !== 'plan.stored' || !('hash' in detail)) return detail;
  const { hash: _hash, ...kept } = detail;
  return kept;
}
