import type { ReindexRepository, VectorsOfModel } from '@cairn/core';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { storeError } from '../database/failures.ts';
import type { Database } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';

/** The maintenance role sees which projects there are; what is in one is looked at within it, by `dropIn`. */
export function createUnlikeDrop(
  database: Database,
  dropIn: (projectId: string, vectors: VectorsOfModel) => Promise<void>,
): ReindexRepository['dropUnlike'] {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  return async (vectors, { after, limit }) => {
    const projects = await projectsAfter(db, after, limit);
    for (const projectId of projects) await dropIn(projectId, vectors);
    return projects.length < limit ? undefined : projects.at(-1);
  };
}

async function projectsAfter(db: Kysely<Schema>, after: string | undefined, limit: number): Promise<readonly string[]> {
  try {
    const found = await sql<{ id: string }>`
      select id from cairn.projects where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid order by id limit ${limit}`.execute(
      db,
    );
    return found.rows.map(({ id }) => id);
  } catch (error) {
    throw storeError(error);
  }
}

/** Of the project's documents. */
export async function dropUnlikePassages(session: Session, projectId: string, vectors: VectorsOfModel): Promise<void> {
  const unlike = await session.inProject(projectId, (trx) => findUnlike(trx, projectId, vectors));
  for (const { documentId, versionId } of unlike) {
    await session.inProject(projectId, (trx) => dropVersion(trx, { projectId, documentId, versionId, modelId: vectors.modelId }));
  }
}

interface Unlike {
  readonly documentId: string;
  readonly versionId: string;
}

async function findUnlike(trx: Transaction<Schema>, projectId: string, { modelId, dimensions }: VectorsOfModel): Promise<Unlike[]> {
  const { rows } = await sql<Unlike>`
    select v.document_id as "documentId", v.id as "versionId" from cairn.document_versions v
    left join lateral (
      select sum(p.passages) as passages, bool_or(octet_length(p.vectors) <> p.passages * ${dimensions}::int) as wrong
      from cairn.passage_vectors p where p.project_id = v.project_id and p.version_id = v.id and p.model = ${modelId}) made on true
    where v.project_id = ${projectId}
      and (made.wrong or (v.status = 'ready' and v.embedding_model = ${modelId} and v.passages <> coalesce(made.passages, 0)))`.execute(
    trx,
  );
  return rows;
}

/** All of the version's: those that are seen are of all of its passages, always. */
async function dropVersion(
  trx: Transaction<Schema>,
  { projectId, documentId, versionId, modelId }: Unlike & { readonly projectId: string; readonly modelId: string },
): Promise<void> {
  // The document first, as every other writer does.
  await trx.selectFrom('documents').select('id').where('project_id', '=', projectId).where('id', '=', documentId).forUpdate().execute();
  await trx
    .deleteFrom('passage_vectors')
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('model', '=', modelId)
    .execute();
  await trx
    .updateTable('document_versions')
    .set({ embedding_model: null })
    .where('project_id', '=', projectId)
    .where('id', '=', versionId)
    .where('embedding_model', '=', modelId)
    .execute();
}
