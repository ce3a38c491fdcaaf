import { sessionIdleSeconds, type CredentialRepository, type SessionUser } from '@cairn/auth';
import type { Plan, Principal, Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';

export function createCredentialRepository(session: Session): CredentialRepository {
  return {
    async apiKey(secretHash) {
      const [row] = await session.run<KeyRow>(resolveKey, [secretHash]);
      return row && toKeyPrincipal(row);
    },
    async accessToken(secretHash, audience) {
      const [row] = await session.run<TokenRow>(resolveToken, [secretHash, audience]);
      return row && { ...toKeyPrincipal(row), kind: 'oauth', ownerId: row.owner_id };
    },
    session: (secretHash, projectId) =>
      session.inDirectory(async (trx) => {
        const person = await liveSession(trx, secretHash);
        if (!person) return undefined;
        return (await inProject(trx, person, projectId)) ?? 'no_project';
      }),
    sessionUser: (secretHash) => session.inDirectory((trx) => liveSession(trx, secretHash)),
  };
}

const resolveKey = { name: 'resolve_api_key', text: 'select * from cairn.resolve_api_key($1)' };
const resolveToken = { name: 'resolve_oauth_token', text: 'select * from cairn.resolve_oauth_token($1, $2)' };

interface KeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly project_id: string;
  readonly workspace_id: string;
  readonly plan: Plan;
  readonly role: Role;
}

interface TokenRow extends KeyRow {
  readonly owner_id: string;
}

function toKeyPrincipal(row: KeyRow): Principal {
  return {
    kind: 'api_key',
    credentialId: row.id,
    ownerId: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    plan: row.plan,
    role: row.role,
  };
}

/** The session's person; its life is extended at most once a minute. */
async function liveSession(trx: Transaction<Schema>, secretHash: Uint8Array): Promise<SessionUser | undefined> {
  const row = await trx
    .selectFrom('sessions')
    .select(['id', 'user_id', sql<boolean>`last_used_at < now() - interval '1 minute'`.as('stale')])
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale) {
    await trx
      .updateTable('sessions')
      .set({ last_used_at: sql`now()`, expires_at: idleEnd })
      .where('id', '=', row.id)
      .execute();
  }
  return { sessionId: row.id, userId: row.user_id };
}

/** When a session used now ends. */
export const idleEnd = sql<string>`now() + make_interval(secs => ${sql.lit(sessionIdleSeconds)})`;

async function inProject(trx: Transaction<Schema>, person: SessionUser, projectId: string): Promise<Principal | undefined> {
  const row = await trx
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .select(['p.workspace_id', 'w.plan', 'm.role'])
    .where('p.id', '=', projectId)
    .where('m.user_id', '=', person.userId)
    .executeTakeFirst();
  return (
    row && {
      kind: 'session',
      credentialId: person.sessionId,
      ownerId: person.userId,
      userId: person.userId,
      projectId,
      workspaceId: row.workspace_id,
      plan: row.plan,
      role: row.role,
    }
  );
}
