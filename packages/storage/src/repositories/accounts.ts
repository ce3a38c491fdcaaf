import type { AccountRepository, Membership, User } from '@cairn/auth';
import { newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { idleEnd } from './credentials.ts';

export function createAccountRepository(session: Session): AccountRepository {
  return {
    byEmail: (email) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .selectFrom('users')
          .select([...userColumns, 'password_verifier'])
          .where(sql`lower(email)`, '=', email.toLowerCase())
          .executeTakeFirst();
        return row && { user: toUser(row), passwordVerifier: row.password_verifier };
      }),

    openSession: (userId, secretHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .insertInto('sessions')
          .values({ id: newId(), user_id: userId, secret_hash: secretHash, expires_at: idleEnd })
          .returning(['id', 'expires_at'])
          .executeTakeFirstOrThrow();
        return { id: row.id, expiresAt: row.expires_at };
      }),

    closeSession: (secretHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx.deleteFrom('sessions').where('secret_hash', '=', secretHash).returning('id').executeTakeFirst();
        return row !== undefined;
      }),

    user: (id) =>
      session.inDirectory(async (trx) => {
        const row = await trx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
        return row && toUser(row);
      }),

    memberships: (userId) => session.inDirectory((trx) => memberships(trx, userId)),
  };
}

const userColumns = ['id', 'email', 'name', 'created_at'] as const;

function toUser(row: { id: string; email: string; name: string | null; created_at: string }): User {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at };
}

async function memberships(trx: Transaction<Schema>, userId: string): Promise<Membership[]> {
  const workspaces = await trx
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['w.id', 'w.name', 'w.plan', 'm.role'])
    .where('m.user_id', '=', userId)
    .orderBy('w.created_at')
    .orderBy('w.id')
    .execute();
  const projects = await trx
    .selectFrom('projects as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .select(['p.id', 'p.name', 'p.workspace_id'])
    .where('m.user_id', '=', userId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute();
  return workspaces.map((workspace) => ({
    ...workspace,
    projects: projects.filter((project) => project.workspace_id === workspace.id).map(({ id, name }) => ({ id, name })),
  }));
}
