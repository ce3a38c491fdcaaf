import { may, type PersonActor, type Project } from '@cairn/auth';
import { CairnError, idOf, newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enterProject, type Session } from '../database/session.ts';
import { recordAudit } from '../repositories/audit.ts';
import { deleteOwnTables } from '../repositories/destroy-project.ts';
import { recordEvent } from '../repositories/directory-audit.ts';
import { roleIn } from '../repositories/workspace-lock.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import type { Arrival, Beginning, ProjectArchives } from './arrival.ts';
import { arrivingWorkspace } from './arriving-workspace.ts';
import { beginWork } from './begin-work.ts';
import { readFormerAudit, readRecords } from './read-records.ts';
import { RecordWriter } from './record-writer.ts';

/** An attempt that was not heard of for so long is taken for dead by another one, and by the sweep. */
const silentSeconds = { another: 60, sweep: 3600 } as const;

interface OpenArrival extends Arrival {
  readonly token: string;
  readonly writer: RecordWriter;
}

export function createProjectArchives(session: Session, keys: ProjectKeys): ProjectArchives {
  return {
    open: (person, projectId, archiveId) =>
      session.inDirectory(async (trx) => {
        const found = await projectOf(trx, person.userId, projectId);
        if (!found) return 'not_found';
        if (!may(found.role, 'move_project')) return 'forbidden';
        await enterProject(trx, projectId);
        const detail = { archive_id: archiveId };
        await recordAudit(trx, auditActor(person, projectId), { action: 'project.export', target: projectId, outcome: 'done', detail });
        return found.project;
      }),

    mayRead: (userId, projectId) =>
      session.inDirectory(async (trx) => {
        const found = await projectOf(trx, userId, projectId);
        return found !== undefined && may(found.role, 'move_project');
      }),

    read: (projectId) => readRecords(session, keys, projectId),
    readFormerAudit: (projectId) => readFormerAudit(session, keys, projectId),

    async begin(person, workspaceId, header) {
      const beginning = await session.inDirectory(async (trx): Promise<Beginning> => {
        const role = await roleIn(trx, person.userId, workspaceId);
        if (!role) return { outcome: 'not_found' };
        if (!may(role, 'move_project')) return { outcome: 'forbidden' };
        const projectId = idOf(`arrival ${workspaceId} ${header.archive_id}`);
        const standing = await standingOf(trx, projectId);
        if (standing !== 'free') return standing;
        const token = await makeStaged(trx, keys, { projectId, header });
        const people = await membersByEmail(trx, workspaceId);
        const writer = new RecordWriter({
          projectId,
          archiveId: header.archive_id,
          importer: person.userId,
          mayAllowSelfApproval: may(role, 'allow_self_approval'),
          people,
        });
        return { outcome: 'begun', arrival: { projectId, workspaceId, header, token, writer } as OpenArrival };
      });
      // The archive's project has the same id at each attempt, and a key of its own: nobody may seal by the one of an attempt before.
      if (beginning.outcome === 'begun') await keys.settle();
      return beginning;
    },

    async put(arrival, records) {
      const { projectId, token, writer } = opened(arrival);
      const key = await keys.of(session, projectId);
      await sayingWhatIsWrong(() =>
        session.inProject(projectId, async (trx) => {
          await holdAttempt(trx, projectId, token);
          await writer.write(trx, key, records);
        }),
      );
    },

    async finish(person, arrival) {
      const { projectId, workspaceId, token, writer, header } = opened(arrival);
      writer.endDocument();
      return session.inDirectory(async (trx) => {
        const role = await roleIn(trx, person.userId, workspaceId);
        if (!role || !may(role, 'move_project')) throw new CairnError('FORBIDDEN', { message: 'your role in this workspace has changed' });
        await enterProject(trx, projectId);
        await holdAttempt(trx, projectId, token);
        await beginWork(trx, projectId);
        await sql`update cairn.project_arrivals set done_at = clock_timestamp() where project_id = ${projectId}`.execute(trx);
        const row = await trx
          .updateTable('projects')
          .set({ workspace_id: workspaceId, updated_at: sql`clock_timestamp()` })
          .where('id', '=', projectId)
          .returningAll()
          .executeTakeFirstOrThrow();
        const detail = { archive_id: header.archive_id, source_project: header.project.id, records: writer.counts };
        const target = projectId;
        await recordAudit(trx, auditActor(person, projectId), {
          action: 'project.import',
          target,
          outcome: 'done',
          detail: { archive_id: header.archive_id, source_project: header.project.id },
        });
        await recordEvent(trx, person, { workspaceId, action: 'project.import', target, outcome: 'done', detail });
        return toProject(row);
      });
    },

    abandon: (arrival) => destroyStaged(session, arrival.projectId, opened(arrival).token),

    async clearAbandoned() {
      const staged = await session.inDirectory((trx) =>
        trx.selectFrom('projects').select('id').where('workspace_id', '=', arrivingWorkspace).limit(100).execute(),
      );
      let cleared = 0;
      for (const { id } of staged) cleared += (await clearSilent(session, id, silentSeconds.sweep)) ? 1 : 0;
      return cleared;
    },
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every arrival was made by `begin`
const opened = (arrival: Arrival): OpenArrival => arrival as OpenArrival;

const auditActor = ({ userId, sessionId, requestId, traceId }: PersonActor, projectId: string) => ({
  projectId,
  userId,
  credentialId: sessionId,
  kind: 'session' as const,
  requestId,
  ...(traceId === undefined ? {} : { traceId }),
});

async function projectOf(trx: Transaction<Schema>, userId: string, projectId: string) {
  const row = await trx
    .selectFrom('projects as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .select(['p.id', 'p.workspace_id', 'p.name', 'p.created_at', 'p.updated_at', 'm.role'])
    .where('p.id', '=', projectId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return row && { role: row.role, project: toProject(row) };
}

/** Another request that begins the same arrival waits for this one's transaction. */
async function standingOf(trx: Transaction<Schema>, projectId: string): Promise<'free' | Beginning> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cairn arrival ${projectId}`}, 0))`.execute(trx);
  const row = await trx.selectFrom('projects').selectAll().where('id', '=', projectId).forUpdate().executeTakeFirst();
  if (!row) return 'free';
  if (row.workspace_id !== arrivingWorkspace) return { outcome: 'there', project: toProject(row) };
  const left = silentSeconds.another - (await secondsSilent(trx, projectId));
  if (left > 0) return { outcome: 'busy', seconds: left };
  await deleteStaged(trx, projectId);
  return 'free';
}

async function makeStaged(
  trx: Transaction<Schema>,
  keys: ProjectKeys,
  { projectId, header }: Pick<Arrival, 'projectId' | 'header'>,
): Promise<string> {
  const token = newId();
  const name = header.project.name.trim() === '' ? 'Imported project' : header.project.name;
  await trx.insertInto('projects').values({ id: projectId, workspace_id: arrivingWorkspace, name }).execute();
  await enterProject(trx, projectId);
  await keys.create(trx, projectId);
  await sql`insert into cairn.project_arrivals (project_id, archive_id, source_project, token)
    values (${projectId}, ${header.archive_id}, ${header.project.id}, ${token})`.execute(trx);
  return token;
}

async function membersByEmail(trx: Transaction<Schema>, workspaceId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email'])
    .where('m.workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

/** Says that the attempt is alive, and locks out whoever would take its place. @throws CONFLICT when somebody did */
async function holdAttempt(trx: Transaction<Schema>, projectId: string, token: string): Promise<void> {
  const held = await sql`update cairn.project_arrivals set alive_at = clock_timestamp()
    where project_id = ${projectId} and token = ${token} and done_at is null returning project_id`.execute(trx);
  if (held.rows.length === 0)
    throw new CairnError('CONFLICT', { message: 'this import was given up; another request may have taken it over' });
}

/** For how long nothing was heard of the attempt; one that is not there is silent for ever. */
async function secondsSilent(trx: Transaction<Schema>, projectId: string): Promise<number> {
  await enterProject(trx, projectId);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - alive_at)::float8 as seconds
    from cairn.project_arrivals where project_id = ${projectId} for update`.execute(trx);
  return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
}

async function clearSilent(session: Session, projectId: string, seconds: number): Promise<boolean> {
  return session.inProject(projectId, async (trx) => {
    if ((await secondsSilent(trx, projectId)) < seconds) return false;
    await deleteStaged(trx, projectId);
    return true;
  });
}

async function destroyStaged(session: Session, projectId: string, token: string): Promise<void> {
  await session.inProject(projectId, async (trx) => {
    const own = await sql`select from cairn.project_arrivals where project_id = ${projectId} and token = ${token} for update`.execute(trx);
    if (own.rows.length > 0) await deleteStaged(trx, projectId);
  });
}

async function deleteStaged(trx: Transaction<Schema>, projectId: string): Promise<void> {
  await deleteOwnTables(trx, projectId);
  await trx.deleteFrom('projects').where('id', '=', projectId).where('workspace_id', '=', arrivingWorkspace).execute();
}

/** What the store refuses is what the archive says twice or of something that it does not say. */
async function sayingWhatIsWrong(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '23505') throw new CairnError('INVALID_ARGUMENT', { message: 'the archive says something twice', cause: error });
    if (typeof code === 'string' && (code === '23514' || code.startsWith('22')))
      throw new CairnError('INVALID_ARGUMENT', { message: 'the archive holds a value that cannot be kept', cause: error });
    if (code === '23503')
      throw new CairnError('INVALID_ARGUMENT', { message: 'the archive names something that is not in it', cause: error });
    throw error;
  }
}

const toProject = (row: { id: string; workspace_id: string; name: string; created_at: string; updated_at: string }): Project => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
