import type { OauthKeyRepository, OauthKeySet } from '@cairn/auth';
import { newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { MasterKeys } from '../sealing/master-keys.ts';
import { openText, sealText } from '../sealing/seal.ts';

type SealedKeys = Pick<OauthKeySet, 'cookieKey' | 'signingKey'>;

export function createOauthKeyRepository(session: Session, masters: MasterKeys): OauthKeyRepository {
  return {
    list: () =>
      session.inDirectory(async (trx) => {
        const opener = masters.ring('oauth');
        const rows = await newestFirst(trx);
        return rows.map(({ id, sealed, created_at, age }) => ({
          id,
          createdAt: created_at,
          ageSeconds: age,
          ...(JSON.parse(openText(opener, oauthKeyPlace(id), sealed)) as SealedKeys),
        }));
      }),

    add: ({ cookieKey, signingKey }, { minAgeSeconds, keep }) =>
      session.inDirectory(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('cairn oauth keys'))`.execute(trx);
        const before = await newestFirst(trx);
        if (before[0] !== undefined && before[0].age < minAgeSeconds) return false;
        const id = newId();
        const sealed = sealText(
          await masters.reigning(trx, 'oauth'),
          oauthKeyPlace(id),
          JSON.stringify({ cookieKey, signingKey } satisfies SealedKeys),
        );
        await trx.insertInto('oauth_keys').values({ id, sealed }).execute();
        const old = before.slice(keep - 1).map((set) => set.id);
        if (old.length > 0) await trx.deleteFrom('oauth_keys').where('id', 'in', old).execute();
        return true;
      }),
  };
}

/** What the keys of the OAuth server are bound to. */
export const oauthKeyPlace = (id: string): string => `oauth_keys:${id}`;

const newestFirst = (trx: Transaction<Schema>) =>
  trx
    .selectFrom('oauth_keys')
    .select(['id', 'sealed', 'created_at', sql<number>`extract(epoch from now() - created_at)::float8`.as('age')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
