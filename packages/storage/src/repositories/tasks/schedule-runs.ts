import { CairnError, newId, type Actor, type TaskPlanLimits } from '@cairn/core';
import { createActions } from '@cairn/governance';
import type { DueSchedule, ScheduleRuns } from '@cairn/orchestration';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/open.ts';
import { storeError } from '../../database/failures.ts';
import type { Schema } from '../../database/schema.ts';
import { transactionSession, type Session } from '../../database/session.ts';
import type { ProjectKeys } from '../../sealing/project-keys.ts';
import { createActionRepository } from '../actions.ts';
import { recordAudit } from '../audit.ts';
import { toSchedule, type ScheduleRow } from './schedule-rows.ts';
import { standingActor } from './standing-actor.ts';
import { createTaskRepository } from './tasks.ts';

interface Deps {
  readonly session: Session;
  readonly database: Database;
  readonly keys: ProjectKeys;
  readonly limits: TaskPlanLimits;
}

export function createScheduleRuns({ session, database, keys, limits }: Deps): ScheduleRuns {
  const maintenance = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });

  /** Whether the schedule still stands where it was when it became due; it does until the transaction ends. */
  const stands = async (trx: Transaction<Schema>, { projectId, schedule, dueAt }: DueSchedule): Promise<boolean> => {
    const { rows } = await sql`select from cairn.task_schedules
      where project_id = ${projectId} and id = ${schedule.id} and status = ${schedule.status} and runs = ${schedule.runs} and due_at = ${dueAt}
      for update`.execute(trx);
    return rows.length > 0;
  };

  /** Does `work` if it does. */
  const once = (due: DueSchedule, work: (trx: Transaction<Schema>, actor: Actor) => Promise<void>): Promise<boolean> =>
    session.inProject(due.projectId, async (trx) => {
      if (!(await stands(trx, due))) return false;
      await work(trx, due.actor ?? due.submitter);
      return true;
    });

  const actionsWithin = (trx: Transaction<Schema>, { projectId }: DueSchedule) =>
    createActions({ evaluator: nothingToDecide, repository: createActionRepository(transactionSession(trx, projectId), keys) });

  const set = (trx: Transaction<Schema>, { projectId, schedule }: DueSchedule, changes: ReturnType<typeof sql>) =>
    sql`update cairn.task_schedules set ${changes}, updated_at = clock_timestamp() where project_id = ${projectId} and id = ${schedule.id}`.execute(
      trx,
    );

  return {
    async due(limit) {
      try {
        // Whoever takes one has a while for it; then it is due again.
        const { rows } = await sql<{ project_id: string; id: string }>`select project_id, id from cairn.task_schedules
          where due_at <= now() order by due_at limit ${limit}`.execute(maintenance);
        return rows.map(({ project_id: projectId, id }) => ({ projectId, id }));
      } catch (error) {
        throw storeError(error);
      }
    },

    async load(projectId, id) {
      const { seal } = await keys.of(session, projectId);
      const sealer = { projectId, key: seal };
      return session.inProject(projectId, async (trx) => {
        const { rows } = await sql<ScheduleRow & { now: string; approval_status: string | null }>`select s.*, clock_timestamp() as now,
            case when a.status = 'pending' and a.expires_at <= clock_timestamp() then 'expired' else a.status end as approval_status
          from cairn.task_schedules s left join cairn.approvals a on a.project_id = s.project_id and a.id = s.approval_id
          where s.project_id = ${projectId} and s.id = ${id} and s.due_at <= clock_timestamp()`.execute(trx);
        const row = rows[0];
        if (row === undefined || row.due_at === null) return undefined;
        return {
          projectId,
          schedule: toSchedule(sealer, row),
          actor: await standingActor({ trx, sealer, row }),
          submitter: submitterOf(projectId, row),
          now: row.now,
          dueAt: row.due_at,
          digest: row.action_digest,
          approvalStatus: row.approval_status,
        };
      });
    },

    fire: (due, nextRunAt) =>
      once(due, async (trx, actor) => {
        const own = transactionSession(trx, due.projectId);
        const { goal, agentId, plan } = due.schedule;
        const task = await createTaskRepository(own, keys, limits).submit(
          { ...actor, requestId: newId(), traceId: newId().replaceAll('-', '') },
          { goal, agentId: agentId ?? undefined, plan: plan ?? undefined, run: true },
        );
        await sql`update cairn.tasks set schedule_id = ${due.schedule.id} where project_id = ${due.projectId} and id = ${task.id}`.execute(
          trx,
        );
        await set(
          trx,
          due,
          sql`runs = runs + 1, last_run_at = clock_timestamp(), error_code = null, error_message = null, due_at = ${nextRunAt ?? null}::timestamptz,
            status = ${nextRunAt === undefined ? 'ended' : 'active'}`,
        );
      }),

    async skip(due, nextRunAt, error) {
      await once(due, async (trx, actor) => {
        await set(
          trx,
          due,
          sql`due_at = ${nextRunAt ?? null}::timestamptz, status = ${nextRunAt === undefined ? 'ended' : 'active'},
            error_code = ${error.code}, error_message = ${error.message}`,
        );
        await recordAudit(trx, actor, { action: 'schedule.skip', target: due.schedule.id, outcome: error.code });
      });
    },

    async decide(due, evaluated, nextRunAt) {
      try {
        await session.inProject(due.projectId, async (trx) => {
          const { actor, schedule } = due;
          if (actor === undefined) throw new CairnError('INTERNAL');
          // First, as whoever records a decision holds what others wait for; undone, where the schedule went on meanwhile.
          const actions = actionsWithin(trx, due);
          const { decisionId, decision, approval, permit, reason } = await actions.record(actor, evaluated);
          const digest = decision.actionDigest;
          if (permit) await actions.spend(actor, { decisionId, permit: permit.token, digest });
          if (!(await stands(trx, due))) throw new WentOn();
          const next = sql`approval_id = ${approval?.id ?? null}, action_digest = ${digest}`;
          if (permit) {
            await set(
              trx,
              due,
              sql`${next}, status = ${nextRunAt === undefined ? 'ended' : 'active'}, due_at = ${nextRunAt ?? null}::timestamptz`,
            );
          } else if (approval && decision.outcome !== 'deny') {
            await set(
              trx,
              due,
              sql`${next}, status = 'waiting_approval', due_at = ${approval.expiresAt}::timestamptz, error_code = null, error_message = null`,
            );
          } else {
            const why = reason ?? 'policy_denied';
            await set(trx, due, sql`status = 'rejected', due_at = null, error_code = ${why}, error_message = 'it is denied now'`);
          }
          await recordAudit(trx, actor, { action: 'schedule.decide', target: schedule.id, outcome: decision.outcome });
        });
      } catch (error) {
        if (!(error instanceof WentOn)) throw error;
      }
    },

    async approve(due, nextRunAt) {
      await session.inProject(due.projectId, async (trx) => {
        const { schedule, digest, actor } = due;
        if (actor === undefined || schedule.approvalId === null || digest === null) throw new CairnError('INTERNAL');
        // The approval first and then the schedule, as a vote does: the same order of locks.
        await actionsWithin(trx, due).spend(actor, { approvalId: schedule.approvalId, digest });
        await set(trx, due, sql`status = ${nextRunAt === undefined ? 'ended' : 'active'}, due_at = ${nextRunAt ?? null}::timestamptz`);
        await recordAudit(trx, actor, { action: 'schedule.approve', target: schedule.id, outcome: 'done' });
      });
    },

    async end(due, status, error) {
      await once(due, async (trx, actor) => {
        await set(
          trx,
          due,
          sql`status = ${status}, due_at = null, error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null}`,
        );
        await recordAudit(trx, actor, { action: 'schedule.end', target: due.schedule.id, outcome: status });
      });
    },
  };
}

/** Somebody else did what was due about the schedule. */
class WentOn extends Error {}

/** What was approved is spent; nothing is decided about it any more. */
const nothingToDecide = { evaluate: () => Promise.reject(new Error('nothing is decided here')) };

/** Who made it, for the audit, whatever became of them. */
function submitterOf(projectId: string, row: ScheduleRow): Actor {
  return {
    kind: row.credential_kind,
    credentialId: row.credential_id,
    ownerId: row.owner_id,
    userId: row.user_id,
    projectId,
    workspaceId: projectId,
    plan: 'free',
    role: 'viewer',
    requestId: row.request_id,
    traceId: row.trace_id,
  };
}
