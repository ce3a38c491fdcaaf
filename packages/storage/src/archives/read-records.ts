import type { ArchiveRecord } from '@cairn/contracts';
import type { AgentDefinition } from '@cairn/core';
import { sql } from 'kysely';
import type { Session } from '../database/session.ts';
import { definitionPlace } from '../repositories/agent-rows.ts';
import { openState } from '../repositories/memory-rows.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { openText } from '../sealing/seal.ts';
import { formerAuditPlace } from './former-audit-place.ts';
import { governanceListings } from './governance-listings.ts';
import { pages, type Listing, type Reading, type Row } from './listing.ts';
import { readDocuments } from './read-documents.ts';
import { readTasks, scheduleListing } from './task-listings.ts';

const rulesAndAgents: readonly Listing[] = [
  {
    table: 'agents',
    key: { id: 'uuid' },
    rowsAtOnce: 200,
    toRecord: (row) => ({
      kind: 'agent',
      id: row['id'],
      name: row['name'],
      version: row['version'],
      created_at: row['created_at'],
      updated_at: row['updated_at'],
      deleted_at: row['deleted_at'],
    }),
  },
  {
    table: 'agent_versions',
    key: { agent_id: 'uuid', version: 'int' },
    rowsAtOnce: 50,
    toRecord: (row, { projectId, key }) => ({
      kind: 'agent_version',
      agent_id: row['agent_id'],
      version: row['version'],
      name: row['name'],
      definition: definitionIn(
        openText(key.seal, definitionPlace(projectId, { id: row['agent_id'], version: row['version'] }), row['definition']),
      ),
      user_id: row['user_id'],
      credential_id: row['credential_id'],
      credential_kind: row['credential_kind'],
      at: row['at'],
    }),
  },
  {
    table: 'policy_revisions',
    key: { number: 'int' },
    rowsAtOnce: 20,
    toRecord: (row) => ({
      kind: 'policy_revision',
      number: row['number'],
      name: row['name'],
      rules: row['rules'],
      digest: (row['digest'] as Buffer).toString('hex'),
      created_by: row['created_by'],
      created_at: row['created_at'],
      activated_at: row['activated_at'],
    }),
  },
  {
    table: 'policy_state',
    key: {},
    rowsAtOnce: 1,
    toRecord: (row) => ({ kind: 'policy_state', active: row['active'], latest: row['latest'] }),
  },
  {
    table: 'governance_settings',
    key: {},
    rowsAtOnce: 1,
    toRecord: (row) => ({
      kind: 'governance_settings',
      allow_self_approval: row['allow_self_approval'],
      updated_by: row['updated_by'],
      updated_at: row['updated_at'],
    }),
  },
];

/** Former states of what was saved since are left out: the memory may not be in the archive. */
const memoriesUntil = (until: string): readonly Listing[] => [
  {
    table: 'memories',
    key: { id: 'uuid' },
    rowsAtOnce: 100,
    toRecord: (row, reading) => ({
      kind: 'memory',
      id: row['id'],
      user_id: row['user_id'],
      owner_id: row['owner_id'],
      agent_id: row['agent_id'],
      agent_name: row['agent_name'],
      scope: row['scope'],
      session_id: row['session_id'],
      occurred_at: row['occurred_at'],
      ...stateOf(row, row['id'], reading),
      created_at: row['created_at'],
      updated_at: row['updated_at'],
    }),
  },
  {
    table: 'memory_versions',
    key: { memory_id: 'uuid', version: 'int' },
    rowsAtOnce: 100,
    which: sql`exists (select from cairn.memories m where m.project_id = t.project_id and m.id = t.memory_id
      and (m.created_at <= ${until}::timestamptz or t.at <= ${until}::timestamptz))`,
    toRecord: (row, reading) => ({
      kind: 'memory_version',
      memory_id: row['memory_id'],
      ...stateOf(row, row['memory_id'], reading),
      at: row['at'],
    }),
  },
];

const formerAudit: Listing = {
  table: 'former_audit',
  key: { ordinal: 'bigint' },
  rowsAtOnce: 500,
  toRecord: (row, { projectId, key }) => ({
    kind: 'former_audit',
    archive_id: row['archive_id'],
    line: openText(key.seal, formerAuditPlace(projectId, row['ordinal']), row['line']),
  }),
};

/** Everything of a project but its audit, a page at a time: what is changed meanwhile is in it as it is when its turn comes. */
export async function* readRecords(session: Session, keys: ProjectKeys, projectId: string): AsyncGenerator<readonly ArchiveRecord[]> {
  const until = await justNow(session);
  yield await people(session, projectId);
  for (const listing of [...rulesAndAgents, ...governanceListings(until)]) yield* pages(session, keys, { projectId, listing });
  yield* readTasks(session, keys, { projectId, until });
  for (const listing of [scheduleListing, ...memoriesUntil(until)]) yield* pages(session, keys, { projectId, listing });
  yield* readDocuments(session, keys, projectId);
}

export const readFormerAudit = (session: Session, keys: ProjectKeys, projectId: string): AsyncGenerator<readonly ArchiveRecord[]> =>
  pages(session, keys, { projectId, listing: formerAudit });

/** A moment before which everything was written that names anything of before it; times are kept in whole milliseconds. */
async function justNow(session: Session): Promise<string> {
  const { rows } = await session.inDirectory((trx) =>
    sql<{ at: string }>`select clock_timestamp() - interval '1 millisecond' as at`.execute(trx),
  );
  return (rows[0] as { at: string }).at;
}

async function people(session: Session, projectId: string): Promise<readonly ArchiveRecord[]> {
  const rows = await session.inDirectory((trx) =>
    trx
      .selectFrom('projects as p')
      .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.id', 'u.email', 'u.name', 'm.role'])
      .where('p.id', '=', projectId)
      .orderBy('u.id')
      .execute(),
  );
  return rows.map((row) => ({ kind: 'person', ...row }));
}

function stateOf(row: Row, id: string, { projectId, key }: Reading) {
  const { content, metadata } = openState({ projectId, key: key.seal }, id, { content: row['content'], metadata: row['metadata'] });
  return {
    version: row['version'] as number,
    content,
    metadata,
    changed_by: row['changed_by'] as string | null,
    changed_kind: row['changed_kind'],
    restored_from: row['restored_from'] as number | null,
  };
}

function definitionIn(text: string) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sealed bytes are what was given
  const { description, instructions, model, tools, memoryScope } = JSON.parse(text) as Omit<AgentDefinition, 'name'>;
  return { description, instructions, model, tools: tools === null ? null : [...tools], memory_scope: memoryScope };
}
