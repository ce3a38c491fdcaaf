import type { HookCallRepository } from '@cairn/governance';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';

/** Calls of agents' own tools over the table of migration 0016. */
export function createHookCallRepository(session: Session): HookCallRepository {
  return {
    async remember({ projectId, credentialId }, callRef, calls) {
      const rows = calls.map(({ decisionId, executionId }) => ({
        project_id: projectId,
        credential_id: credentialId,
        call_ref: Buffer.from(callRef, 'hex'),
        decision_id: decisionId,
        execution_id: executionId ?? null,
      }));
      await session.inProject(projectId, (trx) => trx.insertInto('hook_calls').values(rows).execute());
    },

    carryOver: ({ projectId, credentialId }, from, to) =>
      session.inProject(projectId, async (trx) => {
        const rows = await trx
          .deleteFrom('hook_calls')
          .where('project_id', '=', projectId)
          .where('credential_id', '=', credentialId)
          .where('call_ref', '=', Buffer.from(from, 'hex'))
          .where('execution_id', 'is not', null)
          .where(sql<boolean>`created_at > clock_timestamp() - interval '5 minutes'`)
          .returning(['project_id', 'credential_id', 'decision_id', 'execution_id'])
          .execute();
        if (rows.length === 0) return false;
        const moved = rows.map((row) => ({ ...row, call_ref: Buffer.from(to, 'hex') }));
        await trx.insertInto('hook_calls').values(moved).execute();
        return true;
      }),

    take: (actor, callRef) =>
      session.inProject(actor.projectId, async (trx) => {
        const rows = await trx
          .deleteFrom('hook_calls')
          .where('project_id', '=', actor.projectId)
          .where('credential_id', '=', actor.credentialId)
          .where('call_ref', '=', Buffer.from(callRef, 'hex'))
          .returning(['decision_id', 'execution_id', sql<number>`extract(epoch from created_at)::float8`.as('at')])
          .execute();
        const permitted = Math.max(...rows.map(({ execution_id: execution, at }) => (execution === null ? -Infinity : at)));
        for (const { decision_id: target } of rows.filter(({ execution_id: execution, at }) => execution === null && at > permitted))
          await recordAudit(trx, actor, { action: 'action.outcome', target, outcome: 'ran_without_approval' });
        return rows.flatMap((row) => row.execution_id ?? []);
      }),
  };
}
