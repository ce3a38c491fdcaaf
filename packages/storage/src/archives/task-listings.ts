import type { ArchiveRecord } from '@cairn/contracts';
import { planBounds } from '@cairn/orchestration';
import { sql, type RawBuilder } from 'kysely';
import type { Session } from '../database/session.ts';
import { toSchedule, type ScheduleRow } from '../repositories/tasks/schedule-rows.ts';
import { errorOf, openDetail, openGoal, openOutput, openPlan, type TaskRow } from '../repositories/tasks/task-rows.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { pages, pagesWithRows, type Listing, type Reading, type Row } from './listing.ts';

const sealerOf = ({ projectId, key }: Reading) => ({ projectId, key: key.seal });

const errorIn = (row: Row) => errorOf({ error_code: row['error_code'], error_message: row['error_message'] });

const submitterOf = (row: Row) => ({
  user_id: row['user_id'],
  credential_id: row['credential_id'],
  credential_kind: row['credential_kind'],
  owner_id: row['owner_id'],
  request_id: row['request_id'],
  trace_id: row['trace_id'],
  agent_id: row['agent_id'],
});

interface Reach {
  readonly projectId: string;
  /** Tasks that came later are left out, and with them what names one that is not there. */
  readonly until: string;
}

/**
 * Tasks, each after the one that started it, some at a time and then what there is of these: plans, steps, decisions and the timeline as far
 * as it had come when the task's own line was made. Permits of steps are not in it.
 */
export async function* readTasks(
  session: Session,
  keys: ProjectKeys,
  { projectId, until }: Reach,
): AsyncGenerator<readonly ArchiveRecord[]> {
  for (let depth = 1; depth <= planBounds.maxDepth; depth += 1) {
    const listing = tasksOf(sql`t.depth = ${depth} and t.created_at <= ${until}::timestamptz`);
    for await (const { rows, records } of pagesWithRows(session, keys, { projectId, listing })) {
      yield records;
      for (const part of partsOf(rows)) yield* pages(session, keys, { projectId, listing: part });
    }
  }
}

const tasksOf = (which: RawBuilder<unknown>): Listing => ({
  table: 'tasks',
  key: { id: 'uuid' },
  rowsAtOnce: 50,
  which,
  toRecord: (row, reading) => ({
    kind: 'task',
    id: row['id'],
    ...submitterOf(row),
    agent_version: row['agent_version'],
    goal: openGoal(sealerOf(reading), row as Pick<TaskRow, 'id' | 'goal'>),
    status: row['status'],
    revision: row['revision'],
    parallelism: row['parallelism'],
    total: row['total'],
    done: row['done'],
    runs_when_planned: row['runs_when_planned'],
    error: errorIn(row),
    depth: row['depth'],
    parent_task: row['parent_task'],
    parent_step: row['parent_step'],
    schedule_id: row['schedule_id'],
    events: row['events'],
    created_at: row['created_at'],
    updated_at: row['updated_at'],
    finished_at: row['finished_at'],
  }),
});

/** Rows of these tasks up to what each of them had reached. */
function reached(tasks: readonly Row[], column: 'revision' | 'seq'): RawBuilder<unknown> {
  const ids = tasks.map((task) => task['id'] as string);
  const most = tasks.map((task) => String(task[column === 'seq' ? 'events' : 'revision']));
  return sql`exists (select from unnest(${ids}::uuid[], ${most}::bigint[]) as r (id, most)
    where r.id = t.task_id and t.${sql.ref(column)} <= r.most) and t.task_id = any (${ids}::uuid[])`;
}

const partsOf = (tasks: readonly Row[]): readonly Listing[] => [
  {
    table: 'task_plans',
    key: { task_id: 'uuid', revision: 'int' },
    rowsAtOnce: 8,
    which: reached(tasks, 'revision'),
    toRecord: (row, reading) => {
      const { plan, hash, inputHash } = openPlan(sealerOf(reading), row['task_id'], { revision: row['revision'], plan: row['plan'] });
      return {
        kind: 'task_plan',
        task_id: row['task_id'],
        revision: row['revision'],
        made_by: row['made_by'],
        model: row['model'],
        plan,
        hash,
        input_hash: inputHash,
        created_at: row['created_at'],
      };
    },
  },
  {
    table: 'task_steps',
    key: { task_id: 'uuid', revision: 'int', id: 'text' },
    rowsAtOnce: 16,
    which: reached(tasks, 'revision'),
    toRecord: (row, reading) => ({
      kind: 'task_step',
      task_id: row['task_id'],
      revision: row['revision'],
      id: row['id'],
      ordinal: row['ordinal'],
      step_kind: row['kind'],
      status: row['status'],
      attempts: row['attempts'],
      decision_id: row['decision_id'],
      approval_id: row['approval_id'],
      action_digest: row['action_digest'],
      child_task: row['child_task'],
      output: row['output'] === null ? undefined : openOutput(sealerOf(reading), row['task_id'], row['id'], row['output']),
      error: errorIn(row),
      started_at: row['started_at'],
      finished_at: row['finished_at'],
    }),
  },
  {
    table: 'task_decisions',
    key: { task_id: 'uuid', id: 'uuid' },
    rowsAtOnce: 100,
    which: reached(tasks, 'revision'),
    toRecord: (row, reading) => ({
      kind: 'task_decision',
      task_id: row['task_id'],
      id: row['id'],
      at: row['at'],
      revision: row['revision'],
      step_id: row['step_id'],
      subject: row['subject'],
      outcome: row['outcome'],
      decision_id: row['decision_id'],
      detail: openDetail(sealerOf(reading), row['id'], row['detail']),
    }),
  },
  {
    table: 'task_events',
    key: { task_id: 'uuid', seq: 'bigint' },
    rowsAtOnce: 500,
    which: reached(tasks, 'seq'),
    toRecord: (row) => ({
      kind: 'task_event',
      task_id: row['task_id'],
      seq: row['seq'],
      at: row['at'],
      type: row['type'],
      step_id: row['step_id'],
      detail: row['detail'],
    }),
  },
];

export const scheduleListing: Listing = {
  table: 'task_schedules',
  key: { id: 'uuid' },
  rowsAtOnce: 16,
  toRecord: (row, reading) => {
    const schedule = toSchedule(sealerOf(reading), row as unknown as ScheduleRow);
    return {
      kind: 'schedule',
      id: schedule.id,
      ...submitterOf(row),
      goal: schedule.goal,
      plan: schedule.plan,
      cron: schedule.cron,
      time_zone: schedule.timeZone,
      status: schedule.status,
      approval_id: schedule.approvalId,
      error: schedule.error,
      runs: schedule.runs,
      max_runs: schedule.maxRuns,
      ends_at: schedule.endsAt,
      last_run_at: schedule.lastRunAt,
      created_at: schedule.createdAt,
      updated_at: schedule.updatedAt,
    };
  },
};
