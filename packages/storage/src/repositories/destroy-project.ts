import type { Erasure, PersonActor, Project } from '@cairn/auth';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enterProject, type Session } from '../database/session.ts';
import { recordEvent } from './directory-audit.ts';

/** The memories first: whoever writes one of the others holds the lock of a memory meanwhile. */
const memoryTables = [
  'memories',
  'memory_versions',
  'memory_totals',
  'memory_index',
  'memory_index_stats',
  'memory_influences',
  'memory_postings',
  'memory_vectors',
  'memory_reindex',
  'memory_labels',
  'memory_unlabelled',
];

/** The rest of a project's tables goes by cascade with its row; these have no foreign key, for the sake of fast writes. */
const ownTables = [...memoryTables, 'decisions'];

/** Destroys a project with its keys, and leaves in the audit what it held. The caller has judged that the actor may. */
export async function destroyProject(trx: Transaction<Schema>, actor: PersonActor, project: Project): Promise<Erasure> {
  const { id, workspaceId, name } = project;
  // Whoever adds to the project from now on waits until it is gone, and fails.
  await trx.selectFrom('projects').select('id').where('id', '=', id).forUpdate().execute();
  await enterProject(trx, id);
  const erasure = { projectId: id, projectName: name, workspaceId, ...(await countHeld(trx, id)) };
  await deleteOwnTables(trx, id);
  await trx.deleteFrom('projects').where('id', '=', id).execute();
  const { credentialIds: _known, workspaceId: _place, projectId: _target, ...detail } = erasure;
  await recordEvent(trx, actor, { workspaceId, action: 'project.delete', target: id, outcome: 'done', detail });
  return erasure;
}

/**
 * A save that was let in a moment before the project went may have come after its rows were cleared. Call it when no process lets
 * anybody in or has the project's keys any more.
 */
export async function clearLateRows(session: Session, projectId: string): Promise<void> {
  await session.inProject(projectId, (trx) => deleteOwnTables(trx, projectId));
}

/** The rows that do not go by themselves with the project. */
export async function deleteOwnTables(trx: Transaction<Schema>, projectId: string): Promise<void> {
  for (const table of ownTables) await sql`delete from ${sql.table(`cairn.${table}`)} where project_id = ${projectId}`.execute(trx);
}

async function countHeld(
  trx: Transaction<Schema>,
  projectId: string,
): Promise<Pick<Erasure, 'rows' | 'kept' | 'originals' | 'vectors' | 'credentialIds'>> {
  const { rows } = await sql<{ name: string; n: number }>`select name, n from cairn.count_project_rows(${projectId})`.execute(trx);
  const held = rows.filter(({ n }) => n > 0);
  const isAudit = ({ name }: { readonly name: string }): boolean => name.startsWith('audit_');
  const counted = await sql<{ originals: number; bytes: number; passages: number; memories: number; credentials: string[] }>`
    select
      (select count(distinct version_id) from cairn.document_parts where project_id = ${projectId} and kind = 'original') as originals,
      (select coalesce(sum(size), 0)::bigint from cairn.document_parts where project_id = ${projectId} and kind = 'original') as bytes,
      (select coalesce(sum(passages), 0)::bigint from cairn.passage_vectors where project_id = ${projectId}) as passages,
      (select coalesce(sum(octet_length(slots)), 0)::bigint from cairn.memory_vectors where project_id = ${projectId}) as memories,
      array(select id::text from cairn.api_keys where project_id = ${projectId}
        union all select id::text from cairn.oauth_connections where project_id = ${projectId}) as credentials`.execute(trx);
  const [counts] = counted.rows;
  if (!counts) throw new Error('a count gives a row');
  return {
    rows: { projects: 1, ...numbersOf(held.filter((table) => !isAudit(table))) },
    kept: numbersOf(held.filter(isAudit)),
    originals: { count: counts.originals, bytes: counts.bytes },
    vectors: { passages: counts.passages, memories: counts.memories },
    credentialIds: counts.credentials,
  };
}

const numbersOf = (tables: readonly { readonly name: string; readonly n: number }[]): Readonly<Record<string, number>> =>
  Object.fromEntries(tables.map(({ name, n }) => [name, n]));
