import { CairnError, type Actor, type IdempotentRequest, type KeptAnswer } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { openText, sealText } from '../sealing/seal.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';

const keptHours = 24;

/**
 * Runs `work` and keeps its answer in one transaction. The row is taken first: a second call with the same key waits on it
 * until the first commits (then it gets the answer) or fails (then it does the work itself).
 */
export async function once(
  context: { session: Session; keys: ProjectKeys },
  actor: Actor,
  request: IdempotentRequest,
  work: (trx: Transaction<Schema>) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const key = await context.keys.of(context.session, actor.projectId);
  const place = `kept_answers:${actor.projectId}:${actor.credentialId}:${request.key}`;
  return context.session.inProject(actor.projectId, async (trx) => {
    const kept = await take(trx, actor, request);
    if (kept) {
      if (kept.fingerprint !== request.fingerprint) throw new CairnError('IDEMPOTENCY_KEY_REUSED');
      return JSON.parse(openText(key.seal, place, kept.answer)) as KeptAnswer;
    }
    const answer = await work(trx);
    await trx
      .updateTable('kept_answers')
      .set({ answer: sealText(key.seal, place, JSON.stringify(answer)) })
      .where('project_id', '=', actor.projectId)
      .where('credential_id', '=', actor.credentialId)
      .where('key', '=', request.key)
      .execute();
    return answer;
  });
}

/** The kept answer of the key, or undefined after making its row, which this transaction then holds. */
async function take(
  trx: Transaction<Schema>,
  actor: Actor,
  request: IdempotentRequest,
): Promise<{ fingerprint: string; answer: Uint8Array } | undefined> {
  const mine = { project_id: actor.projectId, credential_id: actor.credentialId, key: request.key };
  const taken = await trx
    .insertInto('kept_answers')
    .values({ ...mine, fingerprint: request.fingerprint, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'credential_id', 'key'])
        // A lapsed answer gives way; a living one stays and no row comes back.
        .doUpdateSet({ fingerprint: request.fingerprint, answer: null, created_at: sql`now()` })
        .where('kept_answers.created_at', '<', sql<string>`now() - make_interval(hours => ${sql.lit(keptHours)})`),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  const kept = await trx
    .selectFrom('kept_answers')
    .select(['fingerprint', 'answer'])
    .where('project_id', '=', mine.project_id)
    .where('credential_id', '=', mine.credential_id)
    .where('key', '=', mine.key)
    .executeTakeFirstOrThrow();
  return kept as { fingerprint: string; answer: Uint8Array };
}
