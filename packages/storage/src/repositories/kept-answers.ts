import { CairnError, type IdempotentRequest, type KeptAnswer } from '@cairn/core';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText, sealText } from '../sealing/seal.ts';
import { readKept, writeKept } from './kept-text.ts';

/** Whose answer it is: the table, and the columns that with the key make its primary key. */
export interface AnswerPlace {
  readonly table: 'kept_answers' | 'user_answers';
  readonly owner: Readonly<Record<string, string>>;
  readonly request: IdempotentRequest;
  /** Seals the answer. */
  readonly sealKey: SealKey;
}

const keptHours = 24;

/** What an answer is bound to. `key`: the values of the primary key. */
const answerPlace = (table: AnswerPlace['table'], key: readonly string[]): string => [table, ...key].join(':');
export const userAnswerPlace = (userId: string, key: string): string => answerPlace('user_answers', [userId, key]);
export const projectAnswerPlace = (projectId: string, credentialId: string, key: string): string =>
  answerPlace('kept_answers', [projectId, credentialId, key]);

/**
 * Runs `work` once per place within 24 hours and keeps its answer, both in the transaction given. The row is taken first: a
 * second call waits on it until the first commits (then it gets the answer) or fails (then it does the work itself).
 * @throws IDEMPOTENCY_KEY_REUSED when the kept answer is that of another request.
 */
export async function answerOnce(trx: Transaction<Schema>, place: AnswerPlace, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const { request, sealKey } = place;
  const bound = answerPlace(place.table, [...Object.values(place.owner), request.key]);
  const kept = await take(trx, place);
  if (kept) {
    const { fingerprint, answer } = readKept(openText(sealKey, bound, kept.answer), kept.fingerprint);
    if (fingerprint !== request.fingerprint) throw new CairnError('IDEMPOTENCY_KEY_REUSED');
    return answer;
  }
  const answer = await work();
  const sealed = sealText(sealKey, bound, writeKept({ fingerprint: request.fingerprint, answer }));
  await sql`update ${table(place)} set answer = ${sealed} where ${isPlace(place)}`.execute(trx);
  return answer;
}

interface KeptRow {
  readonly fingerprint: string | null;
  readonly answer: Uint8Array;
}

/** The living answer, or undefined after making the row, or taking a lapsed one over, which this transaction then holds. */
async function take(trx: Transaction<Schema>, place: AnswerPlace): Promise<KeptRow | undefined> {
  const columns = [...Object.keys(place.owner), 'key'].map((name) => sql.ref(name));
  const values = [...Object.values(place.owner), place.request.key];
  const taken = await sql`insert into ${table(place)} as kept (${sql.join(columns)})
    values (${sql.join(values)})
    on conflict (${sql.join(columns)}) do update set fingerprint = null, answer = null, created_at = now()
      where kept.created_at < now() - make_interval(hours => ${sql.lit(keptHours)})
    returning key`.execute(trx);
  if (taken.rows.length > 0) return undefined;
  const { rows } = await sql<KeptRow>`
    select fingerprint, answer from ${table(place)} where ${isPlace(place)}`.execute(trx);
  return rows[0];
}

const table = (place: AnswerPlace): RawBuilder<unknown> => sql.table(`cairn.${place.table}`);

const isPlace = ({ owner, request }: AnswerPlace): RawBuilder<boolean> =>
  sql.join(
    Object.entries({ ...owner, key: request.key }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
