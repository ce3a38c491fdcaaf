import type { HookCallRepository } from '@cairn/governance';
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

    take: (actor, callRef) =>
      session.inProject(actor.projectId, async (trx) => {
        const rows = await trx
          .deleteFrom('hook_calls')
          .where('project_id', '=', actor.projectId)
          .where('credential_id', '=', actor.credentialId)
          .where('call_ref', '=', Buffer.from(callRef, 'hex'))
          .returning(['decision_id', 'execution_id'])
          .execute();
        for (const { decision_id: target } of rows.filter((row) => row.execution_id === null))
          await recordAudit(trx, actor, { action: 'action.outcome', target, outcome: 'ran_without_approval' });
        return rows.flatMap((row) => row.execution_id ?? []);
      }),
  };
}
