import { newId, type Actor } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

export type DocumentName = { readonly title: string } | { readonly id: string };

/**
 * Keeps a document as it is until the transaction ends; `share`: with others who only read it. Before its version is read: a read that
 * itself waits for the lock finds no version, since the one that it began with is none of the document's then.
 */
export async function holdDocument(
  trx: Transaction<Schema>,
  projectId: string,
  by: DocumentName,
  how: 'update' | 'share' = 'update',
): Promise<void> {
  const rows = trx.selectFrom('documents').select('id').where('project_id', '=', projectId);
  const named = 'title' in by ? rows.where('title', '=', by.title) : rows.where('id', '=', by.id);
  await (how === 'update' ? named.forUpdate() : named.forShare()).execute();
}

/** A document that is about to get a version. */
export interface Claim {
  readonly id: string;
  readonly versionId: string;
  /** Its newest version so far; null: it had none. */
  readonly before: string | null;
}

/** The document of that title, locked until the transaction ends; made when there was none. */
export async function claimTitle(trx: Transaction<Schema>, { projectId }: Actor, title: string): Promise<Claim> {
  const versionId = newId();
  const { id, latest_version: latest } = await trx
    .insertInto('documents')
    .values({ project_id: projectId, id: newId(), title, latest_version: versionId, live_version: null })
    // The update changes nothing but locks the row that is there.
    .onConflict((conflict) => conflict.columns(['project_id', 'title']).doUpdateSet({ title }))
    .returning(['id', 'latest_version'])
    .executeTakeFirstOrThrow();
  return { id, versionId, before: latest === versionId ? null : latest };
}

/** The same while that is its newest version, or while there is none; undefined, and nothing made, when it is not so. */
export async function claimVersion(
  trx: Transaction<Schema>,
  actor: Actor,
  { title, version }: { readonly title: string; readonly version: string | null },
): Promise<Claim | undefined> {
  if (version === null) {
    const claim = await claimTitle(trx, actor, title);
    return claim.before === null ? claim : undefined;
  }
  const row = await trx
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', actor.projectId)
    .where('title', '=', title)
    .where('latest_version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, versionId: newId(), before: version };
}
