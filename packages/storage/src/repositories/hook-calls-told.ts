import type { Actor } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

interface Told {
  readonly ref: string;
  readonly state: 'let_go' | 'denied';
  readonly decisionId: string | undefined;
}

/** Keeps what an agent was told of a call, in place of what it was told of it before. */
export async function noteTold(
  trx: Transaction<Schema>,
  { projectId, credentialId }: Actor,
  { ref, state, decisionId }: Told,
): Promise<void> {
  await sql`insert into cairn.hook_calls_told (project_id, credential_id, call_ref, state, decision_id)
    values (${projectId}, ${credentialId}, ${Buffer.from(ref, 'hex')}, ${state}, ${decisionId ?? null})
    on conflict (project_id, credential_id, call_ref) do update
      set state = excluded.state, decision_id = excluded.decision_id, told_at = excluded.told_at`.execute(trx);
}

/** Ends a call that was denied; undefined when it was not, or has been ended. Of calls at the same moment one alone ends it. */
export async function endIfDenied(
  trx: Transaction<Schema>,
  { projectId, credentialId }: Actor,
  ref: string,
): Promise<{ readonly decisionId: string | null } | undefined> {
  const [ended] = await trx
    .updateTable('hook_calls_told')
    .set({ state: 'ended', told_at: sql`clock_timestamp()` })
    .where('project_id', '=', projectId)
    .where('credential_id', '=', credentialId)
    .where('call_ref', '=', Buffer.from(ref, 'hex'))
    .where('state', '=', 'denied')
    .returning('decision_id as decisionId')
    .execute();
  return ended;
}

/** Keeps that it was told what became of a call, unless it was denied. `isFirst`: nothing was known of it. */
export async function markEnded(
  trx: Transaction<Schema>,
  { projectId, credentialId }: Actor,
  ref: string,
): Promise<{ readonly isFirst: boolean }> {
  // A row that is updated has the transaction that did so in `xmax`.
  const { rows } = await sql<{ isFirst: boolean }>`insert into cairn.hook_calls_told as t (project_id, credential_id, call_ref, state)
    values (${projectId}, ${credentialId}, ${Buffer.from(ref, 'hex')}, 'ended')
    on conflict (project_id, credential_id, call_ref) do update set state = 'ended', told_at = excluded.told_at where t.state = 'let_go'
    returning xmax = 0 as "isFirst"`.execute(trx);
  return { isFirst: rows[0]?.isFirst ?? false };
}
