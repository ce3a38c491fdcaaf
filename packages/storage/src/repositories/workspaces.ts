import { directoryLimits, may, type PersonActor, type Project, type Workspace, type WorkspaceRepository } from '@cairn/auth';
import { newId, type Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import { enterProject, type Session } from '../database/session.ts';
import type { Schema } from '../database/schema.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { recordEvent } from './directory-audit.ts';
import { clearLateRows, destroyProject } from './destroy-project.ts';
import { lockedRole, roleIn } from './workspace-lock.ts';

/** What the first workspace and project of a person are called. */
export const firstNames = { workspace: 'My workspace', project: 'My project' } as const;

export function createWorkspaceRepository(session: Session, keys: ProjectKeys): WorkspaceRepository {
  return {
    createWorkspace: (actor, name) =>
      session.inDirectory(async (trx) => {
        if ((await ownedCount(trx, actor.userId)) >= directoryLimits.workspaces) return 'too_many';
        const workspace = await createWorkspace(trx, { userId: actor.userId, name });
        await recordEvent(trx, actor, { workspaceId: workspace.id, action: 'workspace.create', target: workspace.id, outcome: 'done' });
        return workspace;
      }),

    workspaces: (userId) =>
      session.inDirectory(async (trx) => {
        const rows = await workspacesOf(trx, userId).orderBy('w.created_at', 'desc').orderBy('w.id', 'desc').execute();
        return rows.map(toWorkspace);
      }),

    workspace: (userId, id) => session.inDirectory((trx) => workspaceOf(trx, userId, id)),

    renameWorkspace: (actor, id, name) =>
      session.inDirectory(async (trx) => {
        const role = await roleIn(trx, actor.userId, id);
        if (!role) return 'not_found';
        if (!may(role, 'rename_workspace')) return 'forbidden';
        const row = await trx
          .updateTable('workspaces')
          .set({ name, updated_at: sql`clock_timestamp()` })
          .where('id', '=', id)
          .returning(['id', 'name', 'plan', 'created_at', 'updated_at'])
          .executeTakeFirstOrThrow();
        await recordEvent(trx, actor, { workspaceId: id, action: 'workspace.rename', target: id, outcome: 'done' });
        return toWorkspace({ ...row, role });
      }),

    async deleteWorkspace(actor, id) {
      const outcome = await session.inDirectory((trx) => deleteWorkspace(trx, actor, id));
      if (typeof outcome === 'string') return outcome;
      if (outcome.length > 0) await keys.settle();
      for (const projectId of outcome) await clearLateRows(session, projectId);
      return 'done';
    },

    createProject: (actor, workspaceId, name) =>
      session.inDirectory(async (trx) => {
        const role = await roleIn(trx, actor.userId, workspaceId);
        if (!role) return 'not_found';
        if (!may(role, 'create_project')) return 'forbidden';
        const project = await createProject(trx, keys, { workspaceId, name });
        await recordEvent(trx, actor, { workspaceId, action: 'project.create', target: project.id, outcome: 'done' });
        return project;
      }),

    projects: (userId) =>
      session.inDirectory(async (trx) =>
        (await projectsOf(trx, userId).orderBy('p.created_at', 'desc').orderBy('p.id', 'desc').execute()).map(toProject),
      ),

    project: (userId, id) =>
      session.inDirectory(async (trx) => {
        const row = await projectsOf(trx, userId).where('p.id', '=', id).executeTakeFirst();
        return row && toProject(row);
      }),

    renameProject: (actor, id, name) =>
      session.inDirectory(async (trx) => {
        const found = await projectsOf(trx, actor.userId).where('p.id', '=', id).executeTakeFirst();
        if (!found) return 'not_found';
        if (!may(found.role, 'rename_project')) return 'forbidden';
        const row = await trx
          .updateTable('projects')
          .set({ name, updated_at: sql`clock_timestamp()` })
          .where('id', '=', id)
          .returning(['id', 'workspace_id', 'name', 'created_at', 'updated_at'])
          .executeTakeFirstOrThrow();
        await recordEvent(trx, actor, { workspaceId: row.workspace_id, action: 'project.rename', target: id, outcome: 'done' });
        return toProject(row);
      }),

    async deleteProject(actor, id) {
      const outcome = await session.inDirectory(async (trx) => {
        const found = await projectsOf(trx, actor.userId).where('p.id', '=', id).executeTakeFirst();
        if (!found) return 'not_found';
        if (may(found.role, 'delete_project')) return destroyProject(trx, actor, toProject(found));
        const event = { workspaceId: found.workspace_id, action: 'project.delete', target: id };
        await recordEvent(trx, actor, { ...event, outcome: 'forbidden' });
        return 'forbidden';
      });
      if (typeof outcome === 'string') return outcome;
      await keys.settle();
      await clearLateRows(session, id);
      return outcome;
    },
  };
}

export async function createWorkspace(trx: Transaction<Schema>, wish: { userId: string; name: string }): Promise<Workspace> {
  const row = await trx
    .insertInto('workspaces')
    .values({ id: newId(), name: wish.name })
    .returning(['id', 'name', 'plan', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow();
  await trx.insertInto('workspace_members').values({ workspace_id: row.id, user_id: wish.userId, role: 'owner' }).execute();
  return toWorkspace({ ...row, role: 'owner' });
}

/** A project and its data key; leaves the transaction inside the new project. */
export async function createProject(
  trx: Transaction<Schema>,
  keys: ProjectKeys,
  wish: { workspaceId: string; name: string },
): Promise<Project> {
  const row = await trx
    .insertInto('projects')
    .values({ id: newId(), workspace_id: wish.workspaceId, name: wish.name })
    .returning(['id', 'workspace_id', 'name', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow();
  await enterProject(trx, row.id);
  await keys.create(trx, row.id);
  return toProject(row);
}

/** Gives the ids of the projects that went with it. */
async function deleteWorkspace(
  trx: Transaction<Schema>,
  actor: PersonActor,
  id: string,
): Promise<readonly string[] | 'not_found' | 'forbidden'> {
  const role = await lockedRole(trx, actor.userId, id);
  if (!role) return 'not_found';
  const isAllowed = may(role, 'delete_workspace');
  await recordEvent(trx, actor, {
    workspaceId: id,
    action: 'workspace.delete',
    target: id,
    outcome: isAllowed ? 'done' : 'forbidden',
  });
  if (!isAllowed) return 'forbidden';
  return destroyWorkspace(trx, actor, id);
}

/** Gives the ids of the projects that went with it. */
export async function destroyWorkspace(trx: Transaction<Schema>, actor: PersonActor, id: string): Promise<readonly string[]> {
  // Against a project that is being made in it.
  await trx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().execute();
  const projects = await trx.selectFrom('projects').selectAll().where('workspace_id', '=', id).execute();
  for (const project of projects) await destroyProject(trx, actor, toProject(project));
  await trx.deleteFrom('workspaces').where('id', '=', id).execute();
  return projects.map((project) => project.id);
}

/** How many workspaces a person owns; another one of theirs waits until this transaction ends. */
async function ownedCount(trx: Transaction<Schema>, userId: string): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { n } = await trx
    .selectFrom('workspace_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return n;
}

/** A workspace as a member of it sees it. */
export async function workspaceOf(trx: Transaction<Schema>, userId: string, id: string): Promise<Workspace | undefined> {
  const row = await workspacesOf(trx, userId).where('w.id', '=', id).executeTakeFirst();
  return row && toWorkspace(row);
}

function workspacesOf(trx: Transaction<Schema>, userId: string) {
  return trx
    .selectFrom('workspaces as w')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
    .select(['w.id', 'w.name', 'w.plan', 'm.role', 'w.created_at', 'w.updated_at'])
    .where('m.user_id', '=', userId);
}

function projectsOf(trx: Transaction<Schema>, userId: string) {
  return trx
    .selectFrom('projects as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .select(['p.id', 'p.workspace_id', 'p.name', 'p.created_at', 'p.updated_at', 'm.role'])
    .where('m.user_id', '=', userId);
}

function toProject(row: { id: string; workspace_id: string; name: string; created_at: string; updated_at: string }): Project {
  return { id: row.id, workspaceId: row.workspace_id, name: row.name, createdAt: row.created_at, updatedAt: row.updated_at };
}

function toWorkspace(row: {
  id: string;
  name: string;
  plan: Workspace['plan'];
  role: Role;
  created_at: string;
  updated_at: string;
}): Workspace {
  return { id: row.id, name: row.name, plan: row.plan, role: row.role, createdAt: row.created_at, updatedAt: row.updated_at };
}
