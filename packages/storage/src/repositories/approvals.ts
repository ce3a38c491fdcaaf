import { newId, type Actor, type Walk } from '@cairn/core';
import { redactText } from '@cairn/governance';
import type { ActionRepository, Approval, ApprovalFilter, NewVote, VoteResult, WithdrawResult } from '@cairn/governance';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';
import { sealText } from '../sealing/seal.ts';
import { approvalRows, shownStatus, toApproval } from './approval-rows.ts';
import { originOf, recordAudit } from './audit.ts';
import { commitBy } from './commitments.ts';
import { commentPlace } from './comment-place.ts';
import { isAfter } from './walk.ts';

type ApprovalPart = Pick<ActionRepository, 'approvals' | 'approval' | 'vote' | 'withdraw' | 'allowsSelfApproval' | 'allowSelfApproval'>;

export function createApprovalRepository(session: Session, keys: ProjectKeys): ApprovalPart {
  return {
    async approvals(actor, walk, filter) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, async (trx) => {
        const rows = await filtered(trx, { actor, walk, filter }).execute();
        return rows.map((row) => toApproval(key.seal, actor.projectId, row));
      });
    },

    async approval(actor, id) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, (trx) => find(trx, key, { actor, id }));
    },

    async vote(actor, id, vote) {
      const key = await keys.of(session, actor.projectId);
      return session.inProject(actor.projectId, async (trx) => {
        // What does not open is not voted on: it would count, and be answered as a fault.
        await find(trx, key, { actor, id });
        return cast(trx, key, { actor, id, vote });
      });
    },

    withdraw: (actor, id, how) =>
      session.inProject(actor.projectId, async (trx) => {
        const { rows } = await sql<{ outcome: WithdrawResult }>`
          select cairn.withdraw_approval(${who(actor)}, ${id}, ${how}) as outcome`.execute(trx);
        return outcomeOf(rows);
      }),

    allowsSelfApproval: ({ projectId }) =>
      session.inProject(projectId, async (trx) => {
        const row = await trx
          .selectFrom('governance_settings')
          .select('allow_self_approval')
          .where('project_id', '=', projectId)
          .executeTakeFirst();
        return row?.allow_self_approval ?? false;
      }),

    allowSelfApproval: (actor, allow) => session.inProject(actor.projectId, (trx) => setSelfApproval(trx, actor, allow)),
  };
}

/** What every writing function takes first: tenant, who, and the id of the audit row. */
const who = (actor: Actor) =>
  sql`${actor.projectId}, ${actor.userId}, ${actor.credentialId}, ${actor.kind}, ${originOf(actor)}, ${newId()}`;

interface Asked {
  readonly actor: Actor;
  readonly walk: Walk;
  readonly filter: ApprovalFilter;
}

function filtered(trx: Transaction<Schema>, { actor, walk: { limit, after }, filter }: Asked) {
  let query = approvalRows(trx, actor.projectId).orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').limit(limit);
  if (after) query = query.where(isAfter(after, 'a.'));
  if (filter.status !== undefined) query = query.where(shownStatus, '=', filter.status);
  if (filter.requestedBy !== undefined) query = query.where('a.user_id', '=', filter.requestedBy);
  return query;
}

async function find(
  trx: Transaction<Schema>,
  key: ProjectKey,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Approval | undefined> {
  const row = await approvalRows(trx, actor.projectId).where('a.id', '=', id).executeTakeFirst();
  return row && toApproval(key.seal, actor.projectId, row);
}

interface CastVote {
  readonly actor: Actor;
  readonly id: string;
  readonly vote: NewVote;
}

async function cast(trx: Transaction<Schema>, key: ProjectKey, { actor, id, vote }: CastVote): Promise<VoteResult> {
  const { decision, comment, grant = { scope: 'once' } } = vote;
  const place = commentPlace({ projectId: actor.projectId, approvalId: id.toLowerCase(), userId: actor.userId });
  const sealed = comment === undefined ? null : sealText(key.seal, place, redactText(comment, commitBy(key)));
  const uses = grant.scope === 'uses' ? grant.uses : null;
  const until = grant.scope === 'until' ? grant.until : null;
  const { rows } = await sql<{ outcome: VoteResult }>`
    select cairn.vote_on_approval(${who(actor)}, ${id}, ${decision}, ${sealed}, ${grant.scope}, ${uses}, ${until}) as outcome`.execute(trx);
  return outcomeOf(rows);
}

async function setSelfApproval(trx: Transaction<Schema>, actor: Actor, allow: boolean): Promise<void> {
  await trx
    .insertInto('governance_settings')
    .values({ project_id: actor.projectId, allow_self_approval: allow, updated_by: actor.userId })
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ allow_self_approval: allow, updated_by: actor.userId, updated_at: sql`clock_timestamp()` }),
    )
    .execute();
  const action = allow ? 'governance.allow_self_approval' : 'governance.forbid_self_approval';
  await recordAudit(trx, actor, { action, target: actor.projectId, outcome: 'done' });
}

function outcomeOf<Outcome>([row]: readonly { readonly outcome: Outcome }[]): Outcome {
  if (row === undefined) throw new Error('a function of the store gave no row');
  return row.outcome;
}
