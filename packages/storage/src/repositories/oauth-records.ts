import type { OauthRecordRepository } from '@cairn/auth';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';

export function createOauthRecordRepository(session: Session): OauthRecordRepository {
  return {
    save: ({ model, idHash, grantHash = null, payload, ttlSeconds }) =>
      session.inDirectory(async (trx) => {
        const row = {
          grant_hash: grantHash,
          payload: JSON.stringify(payload),
          expires_at: ttlSeconds === undefined ? null : sql<string>`now() + make_interval(secs => ${ttlSeconds})`,
        };
        await trx
          .insertInto('oauth_records')
          .values({ model, id_hash: idHash, consumed_at: null, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
          .execute();
      }),

    find: (model, idHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .selectFrom('oauth_records')
          .select(['payload', 'consumed_at'])
          .where('model', '=', model)
          .where('id_hash', '=', idHash)
          .executeTakeFirst();
        return row && { payload: row.payload, isConsumed: row.consumed_at !== null };
      }),

    consume: (model, idHash) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .updateTable('oauth_records')
          .set({ consumed_at: sql`clock_timestamp()` })
          .where('model', '=', model)
          .where('id_hash', '=', idHash)
          .where('consumed_at', 'is', null)
          .returning('model')
          .executeTakeFirst();
        return row !== undefined;
      }),

    remove: (model, idHash) =>
      session.inDirectory(async (trx) => {
        await trx.deleteFrom('oauth_records').where('model', '=', model).where('id_hash', '=', idHash).execute();
      }),

    removeOfGrant: (model, grantHash) =>
      session.inDirectory(async (trx) => {
        await trx.deleteFrom('oauth_records').where('model', '=', model).where('grant_hash', '=', grantHash).execute();
      }),

    clock: () =>
      session.inDirectory(async (trx) => {
        const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(trx);
        return (rows[0] as { moment: string }).moment;
      }),
  };
}
