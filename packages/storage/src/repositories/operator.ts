import type { OperatorRepository, OperatorWorkspace } from '@cairn/auth';
import type { Plan } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { arrivingWorkspace } from '../archives/arriving-workspace.ts';
import { recordEvent } from './directory-audit.ts';
import { isAfter } from './walk.ts';

export function createOperatorRepository(session: Session): OperatorRepository {
  return {
    walk: ({ limit, after }) =>
      session.inDirectory(async (trx) => {
        let query = allWorkspaces(trx).orderBy('w.created_at', 'desc').orderBy('w.id', 'desc').limit(limit);
        if (after) query = query.where(isAfter(after, 'w.'));
        return (await query.execute()).map(toOperatorWorkspace);
      }),

    setPlan: (id, plan, requestId) =>
      session.inDirectory(async (trx) => {
        const before = await trx.selectFrom('workspaces').select('plan').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
        if (!before) return undefined;
        await trx
          .updateTable('workspaces')
          .set({ plan, updated_at: sql`clock_timestamp()` })
          .where('id', '=', id)
          .where('plan', '!=', plan)
          .execute();
        const detail = { from: before.plan, to: plan };
        await recordEvent(
          trx,
          { operator: true, requestId },
          { workspaceId: id, action: 'workspace.set_plan', target: id, outcome: 'done', detail },
        );
        return toOperatorWorkspace(await allWorkspaces(trx).where('w.id', '=', id).executeTakeFirstOrThrow());
      }),

    setPassword: (email, passwordVerifier, requestId) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .updateTable('users')
          .set({ password_verifier: passwordVerifier, updated_at: sql`clock_timestamp()` })
          .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
          .returning('id')
          .executeTakeFirst();
        if (!row) return false;
        await trx.deleteFrom('sessions').where('user_id', '=', row.id).execute();
        await recordEvent(trx, { operator: true, requestId }, { action: 'account.reset_password', target: row.id, outcome: 'done' });
        return true;
      }),

    removeClient: (id, requestId) =>
      session.inDirectory(async (trx) => {
        const row = await trx.deleteFrom('oauth_clients').where('id', '=', id).returning('id').executeTakeFirst();
        if (row) await recordEvent(trx, { operator: true, requestId }, { action: 'client.remove', target: id, outcome: 'done' });
        return row !== undefined;
      }),
  };
}

function allWorkspaces(trx: Transaction<Schema>) {
  return trx
    .selectFrom('workspaces as w')
    .where('w.id', '!=', arrivingWorkspace)
    .select(['w.id', 'w.name', 'w.plan', 'w.created_at', 'w.updated_at'])
    .select([
      sql<string[]>`array(select u.email from cairn.workspace_members m join cairn.users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' order by m.created_at, u.id)`.as('owners'),
      sql<number>`(select count(*)::int from cairn.workspace_members m where m.workspace_id = w.id)`.as('members'),
      sql<number>`(select count(*)::int from cairn.projects p where p.workspace_id = w.id)`.as('projects'),
    ]);
}

function toOperatorWorkspace(row: {
  id: string;
  name: string;
  plan: Plan;
  owners: string[];
  members: number;
  projects: number;
  created_at: string;
  updated_at: string;
}): OperatorWorkspace {
  const { created_at: createdAt, updated_at: updatedAt, ...rest } = row;
  return { ...rest, createdAt, updatedAt };
}
