import { may, type Project, type Workspace, type WorkspaceRepository } from '@cairn/auth';
import { newId, type Role } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import { enterProject, type Session } from '../database/session.ts';
import type { Schema } from '../database/schema.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';

export function createWorkspaceRepository(session: Session, keys: ProjectKeys): WorkspaceRepository {
  return {
    createWorkspace: (userId, name) => session.inDirectory((trx) => createWorkspace(trx, { userId, name })),

    workspaces: (userId) =>
      session.inDirectory(async (trx) => {
        const rows = await trx
          .selectFrom('workspaces as w')
          .innerJoin('workspace_members as m', 'm.workspace_id', 'w.id')
          .select(['w.id', 'w.name', 'w.plan', 'm.role', 'w.created_at', 'w.updated_at'])
          .where('m.user_id', '=', userId)
          .orderBy('w.created_at', 'desc')
          .orderBy('w.id', 'desc')
          .execute();
        return rows.map(toWorkspace);
      }),

    createProject: (userId, workspaceId, name) =>
      session.inDirectory(async (trx) => {
        const role = await roleIn(trx, userId, workspaceId);
        if (!role) return 'not_found';
        if (!may(role, 'create_project')) return 'forbidden';
        return createProject(trx, keys, { workspaceId, name });
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

    renameProject: (userId, id, name) =>
      session.inDirectory(async (trx) => {
        const found = await projectsOf(trx, userId).where('p.id', '=', id).executeTakeFirst();
        if (!found) return 'not_found';
        if (!may(found.role, 'rename_project')) return 'forbidden';
        const row = await trx
          .updateTable('projects')
          .set({ name, updated_at: sql`clock_timestamp()` })
          .where('id', '=', id)
          .returning(['id', 'workspace_id', 'name', 'created_at', 'updated_at'])
          .executeTakeFirstOrThrow();
        return toProject(row);
      }),

    async deleteProject(userId, id) {
      const outcome = await session.inDirectory(async (trx) => {
        const found = await projectsOf(trx, userId).where('p.id', '=', id).executeTakeFirst();
        if (!found) return 'not_found';
        if (!may(found.role, 'delete_project')) return 'forbidden';
        await destroyProject(trx, id);
        return 'done';
      });
      if (outcome === 'done') keys.forget(id);
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

/** The rest of a project's tables goes by cascade with its row; these two have no foreign key, for the sake of fast saves. */
async function destroyProject(trx: Transaction<Schema>, id: string): Promise<void> {
  await enterProject(trx, id);
  await trx.deleteFrom('memories').where('project_id', '=', id).execute();
  await trx.deleteFrom('memory_totals').where('project_id', '=', id).execute();
  await trx.deleteFrom('projects').where('id', '=', id).execute();
}

async function roleIn(trx: Transaction<Schema>, userId: string, workspaceId: string): Promise<Role | undefined> {
  const row = await trx
    .selectFrom('workspace_members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
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
