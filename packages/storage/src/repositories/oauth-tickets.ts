import type { DecisionTicketRepository } from '@cairn/auth';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';

export function createDecisionTicketRepository(session: Session): DecisionTicketRepository {
  return {
    save: ({ idHash, interactionHash, userId, projectId, ttlSeconds }) =>
      session.inDirectory(async (trx) => {
        const row = {
          id_hash: idHash,
          project_id: projectId,
          expires_at: sql<string>`now() + make_interval(secs => ${ttlSeconds})`,
        };
        await trx
          .insertInto('oauth_tickets')
          .values({ interaction_hash: interactionHash, user_id: userId, ...row })
          .onConflict((conflict) => conflict.columns(['interaction_hash', 'user_id']).doUpdateSet(row))
          .execute();
      }),

    take: (idHash, interactionHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .deleteFrom('oauth_tickets')
          .where('id_hash', '=', idHash)
          .where('interaction_hash', '=', interactionHash)
          .returning(['user_id', 'project_id', sql<boolean>`expires_at > now()`.as('is_good')])
          .executeTakeFirst();
        return row?.is_good === true ? { userId: row.user_id, projectId: row.project_id } : undefined;
      }),
  };
}
