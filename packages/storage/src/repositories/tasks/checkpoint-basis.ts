import type { CheckpointBasis } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { openGoal, openOutput, openPlan, type TaskSealer } from './task-rows.ts';

interface CheckpointRow {
  readonly id: string;
  readonly goal: Uint8Array;
  readonly step: string;
  readonly revision: number;
  readonly plan: Uint8Array;
}

/** What a step that waits for an approval at a checkpoint stands between; undefined: no checkpoint waits for it. */
export async function readCheckpoint(
  trx: Transaction<Schema>,
  sealer: TaskSealer,
  approvalId: string,
): Promise<CheckpointBasis | undefined> {
  const { rows } = await sql<CheckpointRow>`select t.id, t.goal, s.id as step, s.revision, p.plan
    from cairn.task_steps s
    join cairn.tasks t on t.project_id = s.project_id and t.id = s.task_id
    join cairn.task_plans p on p.project_id = s.project_id and p.task_id = s.task_id and p.revision = s.revision
    where s.project_id = ${sealer.projectId} and s.approval_id = ${approvalId} and s.kind = 'checkpoint' and s.status = 'awaiting_approval'
    limit 1`.execute(trx);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { steps } = openPlan(sealer, row.id, row).plan;
  const restsOn = steps.find(({ id }) => id === row.step)?.depends_on ?? [];
  const outputs = await sql<{ id: string; output: Uint8Array }>`select id, output from cairn.task_steps
    where project_id = ${sealer.projectId} and task_id = ${row.id} and revision = ${row.revision} and id = any (${[...restsOn]}::text[])
      and status = 'succeeded' and output is not null order by ordinal`.execute(trx);
  return {
    goal: openGoal(sealer, row),
    stepId: row.step,
    letsGoOn: steps.filter(({ depends_on: needs }) => needs?.includes(row.step)).map(({ id, kind }) => ({ id, kind })),
    restsOn: outputs.rows.map(({ id, output }) => ({ id, output: openOutput(sealer, row.id, id, output) })),
  };
}
