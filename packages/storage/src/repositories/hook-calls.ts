import type { Actor } from '@cairn/core';
import type { EndedCall, HookCallRepository } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';
import { endIfDenied, markEnded, noteTold } from './hook-calls-told.ts';

/** Calls of agents' own tools over the tables of migrations 0016 and 0050. */
export function createHookCallRepository(session: Session): HookCallRepository {
  return {
    async remember(actor, { callRef, toldRef, calls }) {
      const { projectId, credentialId } = actor;
      const rows = calls.map(({ decisionId, executionId }) => ({
        project_id: projectId,
        credential_id: credentialId,
        call_ref: Buffer.from(callRef, 'hex'),
        decision_id: decisionId,
        execution_id: executionId ?? null,
      }));
      await session.inProject(projectId, async (trx) => {
        await trx.insertInto('hook_calls').values(rows).execute();
        await noteTold(trx, actor, { ref: toldRef, state: 'let_go', decisionId: undefined });
      });
    },

    deny: (actor, toldRef, decisionId) =>
      session.inProject(actor.projectId, (trx) => noteTold(trx, actor, { ref: toldRef, state: 'denied', decisionId })),

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

    end: (actor, call) =>
      session.inProject(actor.projectId, async (trx) => {
        const own = await taken(trx, actor, call.callRef);
        const rows = own.length > 0 || call.announcedRef === undefined ? own : await taken(trx, actor, call.announcedRef);
        await (rows.length > 0 ? endLetGo(trx, actor, { call, rows }) : endOthers(trx, actor, call));
        return rows.flatMap((row) => row.execution_id ?? []);
      }),
  };
}

interface Taken {
  readonly decision_id: string;
  readonly execution_id: string | null;
  /** Seconds since 1970. */
  readonly at: number;
}

/** What was let go under a ref, which nobody else takes then. */
const taken = (trx: Transaction<Schema>, { projectId, credentialId }: Actor, callRef: string): Promise<readonly Taken[]> =>
  trx
    .deleteFrom('hook_calls')
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where('call_ref', '=', Buffer.from(callRef, 'hex'))
    .returning(['decision_id', 'execution_id', sql<number>`extract(epoch from created_at)::float8`.as('at')])
    .execute();

interface LetGo {
  readonly call: EndedCall;
  readonly rows: readonly Taken[];
}

async function endLetGo(trx: Transaction<Schema>, actor: Actor, { call, rows }: LetGo): Promise<void> {
  await markEnded(trx, actor, call.callRef);
  if (call.outcome === 'not_run') return;
  const permitted = Math.max(...rows.map(({ execution_id: execution, at }) => (execution === null ? -Infinity : at)));
  for (const { decision_id: target } of rows.filter(({ execution_id: execution, at }) => execution === null && at > permitted))
    await recordAudit(trx, actor, { action: 'action.outcome', target, outcome: 'ran_without_approval' });
}

/** A call that was denied, or told of before, or that nobody was told of. One that did not run is as it was to be. */
async function endOthers(trx: Transaction<Schema>, actor: Actor, { callRef, outcome, unasked }: EndedCall): Promise<void> {
  if (outcome === 'not_run') return;
  const denied = await endIfDenied(trx, actor, callRef);
  if (denied !== undefined) {
    const { decisionId } = denied;
    const why = decisionId === null ? { target: callRef, reason: 'unreadable' } : { target: decisionId };
    await recordAudit(trx, actor, { action: 'action.outcome', outcome: 'ran_although_denied', ...why, detail: { status: outcome } });
    return;
  }
  const { isFirst } = await markEnded(trx, actor, callRef);
  if (!isFirst || unasked === undefined) return;
  const { client, tool = null, task = null, kinds, agentId } = unasked;
  const detail = { status: outcome, client, tool, kinds, task };
  await recordAudit(trx, actor, { action: 'action.outcome', target: callRef, outcome: 'ran_unasked', agentId, detail });
}
