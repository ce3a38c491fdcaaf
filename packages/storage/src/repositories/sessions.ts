import type { PersonActor, SessionRepository } from '@cairn/auth';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';

export function createSessionRepository(session: Session): SessionRepository {
  return {
    list: (userId, limit) =>
      session.inDirectory(async (trx) => {
        const rows = await trx
          .selectFrom('sessions')
          .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
          .where('user_id', '=', userId)
          .where('expires_at', '>', sql<string>`now()`)
          .orderBy('last_used_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
        return rows.map((row) => ({
          id: row.id,
          userAgent: row.user_agent,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at,
          expiresAt: row.expires_at,
        }));
      }),

    end: (actor, id) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .deleteFrom('sessions')
          .where('id', '=', id)
          .where('user_id', '=', actor.userId)
          .where('expires_at', '>', sql<string>`now()`)
          .returning('id')
          .executeTakeFirst();
        await recordEvent(trx, actor, { action: 'session.end', target: id, outcome: row ? 'done' : 'not_found' });
        return row !== undefined;
      }),

    endOthers: (actor) =>
      session.inDirectory(async (trx) => {
        await endOtherSessions(trx, actor);
        await recordEvent(trx, actor, { action: 'session.end_others', target: actor.userId, outcome: 'done' });
      }),
  };
}

export async function endOtherSessions(trx: Transaction<Schema>, { userId, sessionId }: PersonActor): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', sessionId).execute();
}
