import type { ClientMetadata, OauthClientRepository } from '@cairn/auth';
import type { Session } from '../database/session.ts';
import type { MasterKeys } from '../sealing/master-keys.ts';
import { openText, sealText } from '../sealing/seal.ts';

/** The master key seals client secrets, which the server has to compare in clear. */
export function createOauthClientRepository(session: Session, masters: MasterKeys): OauthClientRepository {
  return {
    save: (id, { client_secret: secret, ...metadata }) =>
      session.inDirectory(async (trx) => {
        const row = {
          metadata: JSON.stringify(metadata),
          secret: typeof secret === 'string' ? sealText(await masters.reigning(trx, 'oauth'), clientSecretPlace(id), secret) : null,
        };
        await trx
          .insertInto('oauth_clients')
          .values({ id, ...row, granted_at: null })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }),

    find: (id) =>
      session.inDirectory(async (trx) => {
        const row = await trx
          .selectFrom('oauth_clients')
          .select(['metadata', 'secret'])
          .where('id', '=', id)
          .where('self_described', '=', false)
          .executeTakeFirst();
        return row && withSecret(row.metadata, row.secret && openText(masters.ring('oauth'), clientSecretPlace(id), row.secret));
      }),

    remove: (id) =>
      session.inDirectory(async (trx) => {
        const row = await trx.deleteFrom('oauth_clients').where('id', '=', id).returning('id').executeTakeFirst();
        return row !== undefined;
      }),
  };
}

/** What a client's secret is bound to. */
export const clientSecretPlace = (id: string): string => `oauth_clients:${id}`;

const withSecret = (metadata: ClientMetadata, secret: string | null): ClientMetadata =>
  secret === null ? metadata : { ...metadata, client_secret: secret };
