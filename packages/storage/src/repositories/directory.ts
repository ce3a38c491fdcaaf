import type { Directory, IdempotentDirectory } from '@cairn/auth';
import { CairnError, type KeptAnswer } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { directoryTransactionSession, type Session } from '../database/session.ts';
import { openText, sealText } from '../sealing/seal.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { createApiKeyRepository } from './api-keys.ts';
import { createWorkspaceRepository } from './workspaces.ts';

const keptHours = 24;

/** `answerKey` seals the answers kept for people; they belong to no project. */
export function createDirectory(session: Session, keys: ProjectKeys, answerKey: Uint8Array): IdempotentDirectory {
  return {
    ...repositories(session, keys),
    once: (person, request, work) =>
      session.inDirectory(async (trx) => {
        const place = `user_answers:${person.userId}:${request.key}`;
        const kept = await take(trx, { userId: person.userId, ...request });
        if (kept) {
          if (kept.fingerprint !== request.fingerprint) throw new CairnError('IDEMPOTENCY_KEY_REUSED');
          return JSON.parse(openText(answerKey, place, kept.answer)) as KeptAnswer;
        }
        const answer = await work(repositories(directoryTransactionSession(trx), keys));
        await trx
          .updateTable('user_answers')
          .set({ answer: sealText(answerKey, place, JSON.stringify(answer)) })
          .where('user_id', '=', person.userId)
          .where('key', '=', request.key)
          .execute();
        return answer;
      }),
  };
}

function repositories(session: Session, keys: ProjectKeys): Directory {
  return { apiKeys: createApiKeyRepository(session), workspaces: createWorkspaceRepository(session, keys) };
}

/** As in `idempotency.ts`: a living answer, or undefined after making the row that this transaction then holds. */
async function take(
  trx: Transaction<Schema>,
  request: { userId: string; key: string; fingerprint: string },
): Promise<{ fingerprint: string; answer: Uint8Array } | undefined> {
  const taken = await trx
    .insertInto('user_answers')
    .values({ user_id: request.userId, key: request.key, fingerprint: request.fingerprint, answer: null })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet({ fingerprint: request.fingerprint, answer: null, created_at: sql`now()` })
        .where('user_answers.created_at', '<', sql<string>`now() - make_interval(hours => ${sql.lit(keptHours)})`),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  const kept = await trx
    .selectFrom('user_answers')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow();
  return kept as { fingerprint: string; answer: Uint8Array };
}
