import { CairnError } from '@cairn/core';
import type { TaskLimits, TaskPlanLimits } from '@cairn/core';
import { nextTaskStatus } from '@cairn/orchestration';
import type { Plan } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TaskSealer } from './task-rows.ts';
import { moveTask, tellTask, type HeldTask } from './task-writes.ts';

type Place = Pick<TaskSealer, 'projectId'>;

/** @throws TOO_MANY_TASKS when the workspace has as many live tasks as it may. */
export async function requireRoom(trx: Transaction<Schema>, { projectId }: Place, { free, premium }: TaskPlanLimits): Promise<void> {
  const { rows } = await sql<{ has_room: boolean; most: number }>`
    select has_room, most from cairn.task_room(${projectId}, ${free.live}, ${premium.live})`.execute(trx);
  if (rows[0]?.has_room !== false) return;
  throw new CairnError('TOO_MANY_TASKS', {
    message: `this workspace has ${rows[0].most} tasks that have not ended, as many as its plan allows; wait until some end, or cancel some`,
  });
}

/** @throws INVALID_ARGUMENT for a plan with more steps than the workspace's plan allows. */
export function requireSize({ steps: most }: TaskLimits, plan: Plan | undefined): void {
  if (plan === undefined || plan.steps.length <= most) return;
  const message = `are ${plan.steps.length} and the limit of this workspace is ${most}; split the work into tasks of its own`;
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: plan.steps ${message}`, issues: [{ path: 'plan.steps', message }] });
}

/** Whether one more task of the workspace may be carried out now. Holds until the transaction ends. */
export async function mayCarryOut(trx: Transaction<Schema>, { projectId }: Place, { free, premium }: TaskPlanLimits): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select cairn.may_carry_out(${projectId}, ${free.running}, ${premium.running}) as may`.execute(trx);
  return rows[0]?.may === true;
}

/** Has a task that could go on stand in line, where everybody sees that it does. */
export async function holdBack(held: HeldTask): Promise<void> {
  const { trx, sealer, row } = held;
  const event = (['wake', 'due', 'let_go'] as const).find((one) => nextTaskStatus(row.status, one) === 'queued');
  if (event !== undefined) await moveTask(held, event);
  await sql`update cairn.tasks set held_back = true, wake_at = null, claim_token = null, claim_expires_at = null
    where project_id = ${sealer.projectId} and id = ${row.id}`.execute(trx);
  // What it was woken for is found when its turn comes.
  await sql`delete from cairn.task_wakes where project_id = ${sealer.projectId} and task_id = ${row.id}`.execute(trx);
  if (!row.held_back)
    await tellTask(held, { type: 'task.held_back', detail: { why: 'the workspace has as many tasks carried out as it may' } });
}
