import { may, type DirectoryRefusal, type PersonActor } from '@cairn/auth';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { storeError } from '../database/failures.ts';
import type { Database } from '../database/open.ts';
import type { Schema } from '../database/schema.ts';
import { enterProject, type Session } from '../database/session.ts';
import { recordEvent } from '../repositories/directory-audit.ts';
import { leaveJob } from '../repositories/outbox.ts';
import type { MasterKeys } from '../sealing/master-keys.ts';
import { bundleOf, indexKeysOf, indexVersion, keyLeaseMs, keyPlace, type ProjectKeys } from '../sealing/project-keys.ts';
import { newKey, open, seal } from '../sealing/seal.ts';
import { holdsOlder, resealColumn } from './reseal.ts';
import { sealedColumns } from './sealed-columns.ts';

/** Where the data key of a project is. */
export interface DataKeyState {
  /** Counts up with each replacement; from 1. */
  readonly version: number;
  readonly createdAt: string;
  /** Whether versions before it are still there, since something may still be sealed under them. */
  readonly isReplacing: boolean;
}

/** How far a project is: `later`: the new version does not seal yet; `more`: call again; `waiting`: what is there is sealed under it. */
export type ResealStep = 'nothing' | 'later' | 'more' | 'waiting' | 'done';

/** Replaces data keys of projects while they are used. */
export interface ProjectKeyRotation {
  /** Owners and admins. While a replacement is under way it changes nothing. */
  rotate(actor: PersonActor, projectId: string): Promise<DataKeyState | DirectoryRefusal>;
  /** As a person of the workspace sees it. */
  state(userId: string, projectId: string): Promise<DataKeyState | DirectoryRefusal>;
  /**
   * Seals what older versions sealed anew, and destroys them once nothing and nobody needs them. `between` is called after each
   * transaction and rejects to end the work, which the next call goes on with.
   * @throws UnreadableRows
   */
  reseal(projectId: string, between: () => Promise<void>): Promise<ResealStep>;
  /** Leaves a job for projects with older versions; those of the oldest first. */
  offer(limit: number): Promise<number>;
}

/** Rows that no key of their project opens: its older keys are kept. */
class UnreadableRows extends Error {
  constructor(projectId: string, rows: number) {
    super(`${rows} rows of project ${projectId} are opened by no version of its key; the older versions stay`);
    this.name = 'UnreadableRows';
  }
}

export interface RotationDeps {
  readonly session: Session;
  readonly database: Database;
  readonly masters: MasterKeys;
  readonly keys: ProjectKeys;
  /** Milliseconds from a new version's making until it seals: by then every process has asked for the project's keys again. Default 5,000. */
  readonly leadMs?: number | undefined;
  /**
   * Milliseconds from then on that a process may still write what it sealed under the version before, such as the end of a long step.
   * Default 15 minutes.
   */
  readonly graceMs?: number | undefined;
}

const rotationTimes = { leadMs: 10 * keyLeaseMs, graceMs: 15 * 60_000 } as const;

export function createProjectKeyRotation(deps: RotationDeps): ProjectKeyRotation {
  const { session, database, keys, graceMs = rotationTimes.graceMs } = deps;
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: database.maintenance }) });
  return {
    rotate: (actor, projectId) =>
      session.inDirectory(async (trx) => {
        const place = await placeOf(trx, actor.userId, projectId);
        if (!place) return 'not_found';
        if (!may(place.role, 'rotate_keys')) return 'forbidden';
        await enterProject(trx, projectId);
        const before = await stateIn(trx, projectId);
        if (before.isReplacing) return before;
        await addVersion(trx, deps, { projectId, version: before.version + 1 });
        const event = { workspaceId: place.workspace_id, action: 'project.rotate_key', target: projectId, outcome: 'done' };
        await recordEvent(trx, actor, { ...event, detail: { from: String(before.version), to: String(before.version + 1) } });
        await leaveJob(trx, { projectId, job: 'project.reseal', payload: { projectId } });
        return stateIn(trx, projectId);
      }),

    state: (userId, projectId) =>
      session.inDirectory(async (trx) => {
        const place = await placeOf(trx, userId, projectId);
        if (!place) return 'not_found';
        if (!may(place.role, 'rotate_keys')) return 'forbidden';
        await enterProject(trx, projectId);
        return stateIn(trx, projectId);
      }),

    async reseal(projectId, between) {
      const at = await session.inProject(projectId, (trx) => standing(trx, projectId, graceMs));
      if (!at || at.versions < 2) return 'nothing';
      if (!at.seals) return 'later';
      const { seal: ring } = await keys.of(session, projectId);
      const task = { projectId, ring, between };
      let unreadable = 0;
      for (const column of sealedColumns) unreadable += (await resealColumn(session, column, task)).unreadable;
      if (unreadable > 0) throw new UnreadableRows(projectId, unreadable);
      for (const column of sealedColumns) if (await holdsOlder(session, column, task)) return 'more';
      // Judged before the pass: what was written after the grace is of the new version, and the pass has seen all that was before.
      if (!at.isOver) return 'waiting';
      await session.inProject(projectId, (trx) => destroyOlder(trx, projectId, at.newest));
      return 'done';
    },

    async offer(limit) {
      try {
        const offered = await sql<{ id: string }>`
          insert into cairn.outbox (project_id, id, job, payload)
            select k.project_id, k.project_id, 'project.reseal', jsonb_build_object('projectId', k.project_id)
            from (select project_id, min(active_at) as since from cairn.project_keys where version > ${indexVersion}
                  group by project_id having count(*) > 1 order by since limit ${limit}) k
            on conflict do nothing
            returning id`.execute(db);
        return offered.rows.length;
      } catch (error) {
        throw storeError(error);
      }
    },
  };
}

/** The workspace of a project and the person's role in it. Others who change its keys wait until the transaction ends. */
function placeOf(trx: Transaction<Schema>, userId: string, projectId: string) {
  return trx
    .selectFrom('projects as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .select(['p.workspace_id', 'm.role'])
    .where('p.id', '=', projectId)
    .where('m.user_id', '=', userId)
    .forUpdate('p')
    .executeTakeFirst();
}

async function stateIn(trx: Transaction<Schema>, projectId: string): Promise<DataKeyState> {
  const rows = await trx
    .selectFrom('project_keys')
    .select(['version', 'created_at'])
    .where('project_id', '=', projectId)
    .where('version', '>', indexVersion)
    .orderBy('version', 'desc')
    .execute();
  const [newest] = rows;
  if (!newest) throw new Error('a project without a key');
  return { version: newest.version, createdAt: newest.created_at, isReplacing: rows.length > 1 };
}

async function addVersion(
  trx: Transaction<Schema>,
  { masters, leadMs = rotationTimes.leadMs }: RotationDeps,
  { projectId, version }: { readonly projectId: string; readonly version: number },
): Promise<void> {
  const wrapping = await masters.reigning(trx, 'wrap');
  const rows = await trx.selectFrom('project_keys').select(['version', 'wrapped']).where('project_id', '=', projectId).execute();
  const first = rows.find((row) => row.version === 1);
  // Made from version 1, the keys of hashes have to outlive it.
  if (!rows.some((row) => row.version === indexVersion) && first) {
    const indexKeys = indexKeysOf(open(wrapping, keyPlace(projectId, 1), first.wrapped));
    const wrapped = seal(wrapping, keyPlace(projectId, indexVersion), bundleOf(indexKeys));
    await trx.insertInto('project_keys').values({ project_id: projectId, version: indexVersion, wrapped }).execute();
  }
  const wrapped = seal(wrapping, keyPlace(projectId, version), newKey());
  const activeAt = sql<string>`clock_timestamp() + make_interval(secs => ${leadMs / 1000})`;
  await trx.insertInto('project_keys').values({ project_id: projectId, version, wrapped, active_at: activeAt }).execute();
}

interface Standing {
  readonly versions: number;
  readonly newest: number;
  readonly seals: boolean;
  /** Whether nobody writes any more what an older version sealed. */
  readonly isOver: boolean;
}

async function standing(trx: Transaction<Schema>, projectId: string, graceMs: number): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select count(*)::int as versions, max(version) as newest, max(active_at) <= clock_timestamp() as seals,
      max(active_at) + make_interval(secs => ${graceMs / 1000}) <= clock_timestamp() as "isOver"
    from cairn.project_keys where project_id = ${projectId} and version > ${indexVersion}`.execute(trx);
  return rows[0];
}

async function destroyOlder(trx: Transaction<Schema>, projectId: string, newest: number): Promise<void> {
  await trx
    .deleteFrom('project_keys')
    .where('project_id', '=', projectId)
    .where('version', '>', indexVersion)
    .where('version', '<', newest)
    .execute();
}
