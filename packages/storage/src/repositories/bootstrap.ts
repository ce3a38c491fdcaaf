import type { BootstrapRepository } from '@cairn/auth';
import { newId } from '@cairn/core';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { createProject, createWorkspace, firstNames } from './workspaces.ts';

export function createBootstrapRepository(session: Session, keys: ProjectKeys): BootstrapRepository {
  return {
    bootstrap: (prepare) =>
      session.inDirectory(async (trx) => {
        // Two first starts at once on one database: one of them makes the account.
        await sql`select pg_advisory_xact_lock(hashtext('cairn bootstrap'))`.execute(trx);
        const existing = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
        if (existing) return false;
        const first = await prepare();
        const userId = newId();
        await trx
          .insertInto('users')
          .values({ id: userId, email: first.email, name: null, password_verifier: first.passwordVerifier })
          .execute();
        const workspace = await createWorkspace(trx, { userId, name: firstNames.workspace });
        const project = await createProject(trx, keys, { workspaceId: workspace.id, name: firstNames.project });
        await trx
          .insertInto('api_keys')
          .values({
            project_id: project.id,
            id: newId(),
            user_id: userId,
            name: 'First key',
            secret_hash: first.key.hash,
            prefix: first.key.prefix,
            last4: first.key.last4,
            last_used_at: null,
            revoked_at: null,
          })
          .execute();
        return true;
      }),
  };
}
