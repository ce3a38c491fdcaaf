import { may, type ApiKey, type ApiKeyRepository } from '@cairn/auth';
import { newId, type Actor } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordAudit } from './audit.ts';

export function createApiKeyRepository(session: Session): ApiKeyRepository {
  return {
    create: (actor, name, secret) =>
      session.inProject(actor.projectId, async (trx) => {
        const row = await trx
          .insertInto('api_keys')
          .values({
            project_id: actor.projectId,
            id: newId(),
            user_id: actor.userId,
            name,
            secret_hash: secret.hash,
            prefix: secret.prefix,
            last4: secret.last4,
            last_used_at: null,
            revoked_at: null,
          })
          .returning(shown)
          .executeTakeFirstOrThrow();
        await recordAudit(trx, actor, { action: 'api_key.create', target: row.id, outcome: 'done' });
        return toApiKey(row);
      }),

    list: (actor, page) =>
      session.inProject(actor.projectId, async (trx) => {
        let query = visibleKeys(trx, actor).select(shown).orderBy('id', 'desc').limit(page.limit);
        if (page.after !== undefined) query = query.where('id', '<', page.after);
        return (await query.execute()).map(toApiKey);
      }),

    rotate: (actor, id, secret) =>
      session.inProject(actor.projectId, async (trx) => {
        const row = await trx
          .updateTable('api_keys')
          .set({ secret_hash: secret.hash, prefix: secret.prefix, last4: secret.last4, updated_at: sql`clock_timestamp()` })
          .where('project_id', '=', actor.projectId)
          .where('id', '=', id)
          .where('user_id', '=', actor.userId)
          .where('revoked_at', 'is', null)
          .returning(shown)
          .executeTakeFirst();
        await recordAudit(trx, actor, { action: 'api_key.rotate', target: id, outcome: row ? 'done' : 'not_found' });
        return row && toApiKey(row);
      }),

    revoke: (actor, id) =>
      session.inProject(actor.projectId, async (trx) => {
        const row = await trx
          .updateTable('api_keys')
          .set({ revoked_at: sql`clock_timestamp()`, updated_at: sql`clock_timestamp()` })
          .where('project_id', '=', actor.projectId)
          .where('id', '=', id)
          .where((eb) => (may(actor.role, 'manage_all_keys') ? eb.lit(true) : eb('user_id', '=', actor.userId)))
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
        await recordAudit(trx, actor, { action: 'api_key.revoke', target: id, outcome: row ? 'done' : 'not_found' });
        return row !== undefined;
      }),
  };
}

const shown = ['id', 'name', 'prefix', 'last4', 'created_at', 'updated_at', 'last_used_at', 'revoked_at'] as const;

function visibleKeys(trx: Transaction<Schema>, actor: Actor) {
  const live = trx.selectFrom('api_keys').where('project_id', '=', actor.projectId).where('revoked_at', 'is', null);
  return may(actor.role, 'manage_all_keys') ? live : live.where('user_id', '=', actor.userId);
}

function toApiKey(row: {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  created_at: string;
  updated_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}
