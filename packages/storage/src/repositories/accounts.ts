import type { AccountRepository, Membership, User } from '@cairn/auth';
import { CairnError, newId } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { removeAccount } from './account-removal.ts';
import { clearLateRows } from './destroy-project.ts';
import { idleEnd } from './credentials.ts';
import { recordEvent } from './directory-audit.ts';
import { endOtherSessions } from './sessions.ts';
import { signUp } from './sign-up.ts';

export function createAccountRepository(session: Session, keys: ProjectKeys): AccountRepository {
  const accountWhere = (condition: RawBuilder<boolean>) =>
    session.inDirectory(async (trx) => {
      const row = await trx
        .selectFrom('users')
        .select([...userColumns, 'password_verifier'])
        .where(condition)
        .executeTakeFirst();
      return row && { user: toUser(row), passwordVerifier: row.password_verifier };
    });
  return {
    byEmail: (email) => accountWhere(sql<boolean>`lower(email) = ${email.toLowerCase()}`),

    byId: (id) => accountWhere(sql<boolean>`id = ${id}`),

    signUp: (account) => session.inDirectory((trx) => signUp(trx, keys, account)),

    openSession: (userId, secretHash, { passwordVerifier, userAgent } = {}) =>
      session.inDirectory(async (trx) => {
        if (passwordVerifier !== undefined) await holdPassword(trx, userId, passwordVerifier);
        const row = await trx
          .insertInto('sessions')
          .values({ id: newId(), user_id: userId, secret_hash: secretHash, expires_at: idleEnd, user_agent: userAgent ?? null })
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

    rename: (actor, name) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .updateTable('users')
          .set({ name, updated_at: sql`clock_timestamp()` })
          .where('id', '=', actor.userId)
          .returning(userColumns)
          .executeTakeFirst();
        if (!row) return undefined;
        await recordEvent(trx, actor, { action: 'account.rename', target: actor.userId, outcome: 'done' });
        return toUser(row);
      }),

    changePassword: (actor, { from, to }) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .updateTable('users')
          .set({ password_verifier: to, updated_at: sql`clock_timestamp()` })
          .where('id', '=', actor.userId)
          .where('password_verifier', '=', from)
          .returning('id')
          .executeTakeFirst();
        if (row) await endOtherSessions(trx, actor);
        await recordEvent(trx, actor, { action: 'account.change_password', target: actor.userId, outcome: row ? 'done' : 'stale' });
        return row !== undefined;
      }),

    changeEmail: (actor, { passwordVerifier, email }) =>
      session.inDirectory(async (trx) => {
        const outcome = await changeEmail(trx, actor.userId, { passwordVerifier, email });
        const known = typeof outcome === 'string' ? outcome : 'done';
        await recordEvent(trx, actor, { action: 'account.change_email', target: actor.userId, outcome: known });
        return outcome;
      }),

    async remove(actor, passwordVerifier) {
      const outcome = await session.inDirectory((trx) => removeAccount(trx, actor, passwordVerifier));
      if (outcome === 'stale' || 'onlyOwnerOf' in outcome) return outcome;
      if (outcome.destroyed.length > 0) await keys.settle();
      for (const projectId of outcome.destroyed) await clearLateRows(session, projectId);
      return 'done';
    },
  };
}

/** A sign-in that was under way when the password changed opens no session: the change waits for it, or it finds out. */
async function holdPassword(trx: Transaction<Schema>, userId: string, verifier: string): Promise<void> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_verifier', '=', verifier)
    .forShare()
    .executeTakeFirst();
  if (!row) throw new CairnError('UNAUTHORIZED', { message: 'the password was changed; sign in with the new one' });
}

/** The unique index of e-mails waits for a sign-up that is under way with the same. */
async function changeEmail(
  trx: Transaction<Schema>,
  userId: string,
  { passwordVerifier, email }: { readonly passwordVerifier: string; readonly email: string },
): Promise<User | 'taken' | 'stale'> {
  await sql`savepoint email`.execute(trx);
  try {
    const row = await trx
      .updateTable('users')
      .set({ email, updated_at: sql`clock_timestamp()` })
      .where('id', '=', userId)
      .where('password_verifier', '=', passwordVerifier)
      .returning(userColumns)
      .executeTakeFirst();
    return row ? toUser(row) : 'stale';
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await sql`rollback to savepoint email`.execute(trx);
    return 'taken';
  }
}

const isUniqueViolation = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

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
