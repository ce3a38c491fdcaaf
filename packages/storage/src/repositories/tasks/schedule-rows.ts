import type { Plan, Schedule, ScheduleStatus } from '@cairn/orchestration';
import { openText, sealText } from '../../sealing/seal.ts';
import type { SubmitterRow } from './standing-actor.ts';
import { errorOf, type TaskSealer } from './task-rows.ts';

/** A row of `cairn.task_schedules`. */
export interface ScheduleRow extends SubmitterRow {
  readonly id: string;
  readonly agent_id: string | null;
  readonly goal: Uint8Array;
  readonly plan: Uint8Array | null;
  readonly cron: string;
  readonly time_zone: string;
  readonly status: ScheduleStatus;
  readonly approval_id: string | null;
  readonly action_digest: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly runs: number;
  readonly max_runs: number | null;
  readonly ends_at: string | null;
  readonly due_at: string | null;
  readonly last_run_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Where sealed bytes belong; they open nowhere else. */
export const schedulePlaces = {
  goal: (project: string, id: string) => `task_schedules:${project}:${id}:goal`,
  plan: (project: string, id: string) => `task_schedules:${project}:${id}:plan`,
} as const;

export function sealSchedule(
  { projectId, key }: TaskSealer,
  id: string,
  { goal, plan }: { readonly goal: string; readonly plan?: Plan | undefined },
) {
  return {
    goal: sealText(key, schedulePlaces.goal(projectId, id), goal),
    plan: plan === undefined ? null : sealText(key, schedulePlaces.plan(projectId, id), JSON.stringify(plan)),
  };
}

export function toSchedule({ projectId, key }: TaskSealer, row: ScheduleRow): Schedule {
  return {
    id: row.id,
    goal: openText(key, schedulePlaces.goal(projectId, row.id), row.goal),
    agentId: row.agent_id,
    // The sealed bytes are a plan that was checked.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    plan: row.plan === null ? null : (JSON.parse(openText(key, schedulePlaces.plan(projectId, row.id), row.plan)) as Plan),
    cron: row.cron,
    timeZone: row.time_zone,
    status: row.status,
    approvalId: row.approval_id,
    error: errorOf(row),
    runs: row.runs,
    maxRuns: row.max_runs,
    endsAt: row.ends_at,
    nextRunAt: row.status === 'active' ? row.due_at : null,
    lastRunAt: row.last_run_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
