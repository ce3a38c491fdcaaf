import { newId, type Actor } from '@cairn/core';
import type { Schedule, ScheduleRepository, ScheduleStatus, ScheduleWrite } from '@cairn/orchestration';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Session } from '../../database/session.ts';
import type { ProjectKeys } from '../../sealing/project-keys.ts';
import { recordAudit } from '../audit.ts';
import { sealSchedule, toSchedule, type ScheduleRow } from './schedule-rows.ts';
import { agentToBind, requireFit } from './task-agents.ts';
import type { TaskSealer } from './task-rows.ts';

export function createScheduleRepository(session: Session, keys: ProjectKeys): ScheduleRepository {
  const within = async <Result>(actor: Actor, work: (trx: Transaction<Schema>, sealer: TaskSealer) => Promise<Result>): Promise<Result> => {
    const { seal } = await keys.of(session, actor.projectId);
    return session.inProject(actor.projectId, (trx) => work(trx, { projectId: actor.projectId, key: seal }));
  };

  /** Moves a schedule from one state to another, with its audit. */
  const move = (actor: Actor, id: string, { verb, from, to, dueAt }: Move): Promise<ScheduleWrite> =>
    within(actor, async (trx, sealer) => {
      const row = await find(trx, actor, id);
      const isPossible = row?.status === from;
      await recordAudit(trx, actor, {
        action: `schedule.${verb}`,
        target: id,
        outcome: row ? (isPossible ? 'done' : 'conflict') : 'not_found',
      });
      if (row === undefined) return { outcome: 'not_found' };
      if (!isPossible) return { outcome: 'conflict', status: row.status };
      await sql`update cairn.task_schedules set status = ${to}, due_at = ${dueAt ?? null}, updated_at = clock_timestamp()
        where project_id = ${actor.projectId} and id = ${id}`.execute(trx);
      return { outcome: 'done', schedule: toSchedule(sealer, (await find(trx, actor, id)) as ScheduleRow) };
    });

  return {
    create: (actor, schedule, start) =>
      within(actor, async (trx, sealer) => {
        // Each run is bound to the version that holds then; what holds now is what can be told of now.
        requireFit(await agentToBind(trx, sealer, schedule.agentId), schedule.plan);
        const id = newId();
        const sealed = sealSchedule(sealer, id, schedule);
        const approval = start.status === 'active' ? undefined : start;
        await sql`insert into cairn.task_schedules (project_id, id, user_id, credential_id, credential_kind, owner_id, request_id, trace_id, agent_id,
            goal, plan, cron, time_zone, status, approval_id, action_digest, max_runs, ends_at, due_at)
          values (${actor.projectId}, ${id}, ${actor.userId}, ${actor.credentialId}, ${actor.kind}, ${actor.ownerId}, ${actor.requestId},
            ${actor.traceId}, ${schedule.agentId ?? null}, ${sealed.goal}, ${sealed.plan}, ${schedule.cron}, ${schedule.timeZone}, ${start.status},
            ${approval?.approvalId ?? null}, ${approval?.digest ?? null}, ${schedule.maxRuns ?? null}, ${schedule.endsAt ?? null},
            ${start.status === 'active' ? start.nextRunAt : start.expiresAt})`.execute(trx);
        await recordAudit(trx, actor, { action: 'schedule.create', target: id, outcome: start.status });
        return toSchedule(sealer, (await find(trx, actor, id)) as ScheduleRow);
      }),

    walk: (actor, { limit, after }) =>
      within(actor, async (trx, sealer) => {
        const { rows } =
          await sql<ScheduleRow>`select * from cairn.task_schedules where project_id = ${actor.projectId} and user_id = ${actor.userId}
          ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
          order by created_at desc, id desc limit ${limit}`.execute(trx);
        return rows.map((row): Schedule => toSchedule(sealer, row));
      }),

    get: (actor, id) =>
      within(actor, async (trx, sealer) => {
        const row = await find(trx, actor, id);
        return row && toSchedule(sealer, row);
      }),

    pause: (actor, id) => move(actor, id, { verb: 'pause', from: 'active', to: 'paused' }),
    resume: (actor, id, nextRunAt) =>
      move(actor, id, { verb: 'resume', from: 'paused', to: nextRunAt === undefined ? 'ended' : 'active', dueAt: nextRunAt }),

    remove: (actor, id) =>
      within(actor, async (trx) => {
        const { rows } =
          await sql`delete from cairn.task_schedules where project_id = ${actor.projectId} and user_id = ${actor.userId} and id = ${id}
          returning id`.execute(trx);
        await recordAudit(trx, actor, { action: 'schedule.delete', target: id, outcome: rows.length > 0 ? 'done' : 'not_found' });
        return rows.length > 0;
      }),
  };
}

interface Move {
  readonly verb: string;
  readonly from: ScheduleStatus;
  readonly to: ScheduleStatus;
  readonly dueAt?: string | undefined;
}

async function find(trx: Transaction<Schema>, { projectId, userId }: Actor, id: string): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`select * from cairn.task_schedules
    where project_id = ${projectId} and user_id = ${userId} and id = ${id} for update`.execute(trx);
  return rows[0];
}
