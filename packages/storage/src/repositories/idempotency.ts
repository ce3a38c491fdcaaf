import type { Actor, IdempotentRequest, KeptAnswer } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { answerOnce } from './kept-answers.ts';

/** Does `work` once for a credential's Idempotency-Key, in one transaction of the actor's project. */
export async function once(
  context: { readonly session: Session; readonly keys: ProjectKeys },
  { actor, request }: { readonly actor: Actor; readonly request: IdempotentRequest },
  work: (trx: Transaction<Schema>) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const { seal } = await context.keys.of(context.session, actor.projectId);
  const owner = { project_id: actor.projectId, credential_id: actor.credentialId };
  return context.session.inProject(actor.projectId, (trx) =>
    answerOnce(trx, { table: 'kept_answers', owner, request, sealKey: seal }, () => work(trx)),
  );
}
