import type { Project, Workspace } from '@cairn/auth';
import { projectRoutes, workspaceRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { walkArray, walkList } from './walk-list.ts';
import { directoryArea } from './work-area.ts';
import type { DirectoryMeans } from './work-area.ts';

/** `/v1/workspaces` and `/v1/projects`: what a person is a member of; a key or token sees its own project. */
export function mountDirectory(app: FastifyInstance, { directory, authenticator, guards }: RestDeps): void {
  const common = { area: directoryArea(directory), guards };

  mountRoute(app, { ...common, route: workspaceRoutes.listWorkspaces }, async (call) => {
    const all = await call.directory.workspaces.workspaces(call.userId);
    const seen = all.filter(({ id }) => call.principal === null || call.principal.workspaceId === id);
    const scope = ['workspaces', call.userId];
    return ok(await walkList(call.query, { scope, next: async (walk) => walkArray(seen, walk), show: toRestWorkspace }));
  });

  mountRoute(app, { ...common, route: workspaceRoutes.createWorkspace }, async (call) => {
    const workspace = await call.directory.workspaces.createWorkspace(call.userId, call.body.name);
    return { status: 201, body: toRestWorkspace(workspace) };
  });

  mountRoute(app, { ...common, route: projectRoutes.listProjects }, async (call) => {
    const all = await call.directory.workspaces.projects(call.userId);
    const seen = all.filter(({ id }) => isOwn(call, id));
    const scope = ['projects', call.userId];
    return ok(await walkList(call.query, { scope, next: async (walk) => walkArray(seen, walk), show: toRestProject }));
  });

  mountRoute(app, { ...common, route: projectRoutes.createProject }, async (call) => {
    const { workspace_id, name } = call.body;
    const project = await call.directory.workspaces.createProject(call.userId, workspace_id, name);
    if (project === 'not_found') throw new CairnError('NOT_FOUND', { message: 'no workspace with that id that you are a member of' });
    if (project === 'forbidden') throw notInRole();
    return created(`/v1/projects/${project.id}`, toRestProject(project));
  });

  mountRoute(app, { ...common, route: projectRoutes.getProject }, async (call) => {
    const project = isOwn(call, call.params.id) ? await call.directory.workspaces.project(call.userId, call.params.id) : undefined;
    if (!project) throw noSuchProject();
    return ok(toRestProject(project));
  });

  mountRoute(app, { ...common, route: projectRoutes.renameProject }, async (call) => {
    const project = await call.directory.workspaces.renameProject(call.userId, call.params.id, call.body.name);
    if (project === 'not_found') throw noSuchProject();
    if (project === 'forbidden') throw notInRole();
    return ok(toRestProject(project));
  });

  // Its API keys die with it, and are refused on every process once this is answered.
  const settle = () => authenticator.settle();
  mountRoute(app, { ...common, settle, route: projectRoutes.deleteProject }, async (call) => {
    const outcome = await call.directory.workspaces.deleteProject(call.userId, call.params.id);
    if (outcome === 'not_found') throw noSuchProject();
    if (outcome === 'forbidden') throw notInRole();
    return noContent;
  });
}

const isOwn = ({ principal }: DirectoryMeans, projectId: string): boolean => principal === null || principal.projectId === projectId;

const noSuchProject = () => new CairnError('NOT_FOUND', { message: 'no project with that id that you can work in' });

const notInRole = () => new CairnError('FORBIDDEN', { message: 'your role in this workspace may not do that; ask an owner or admin' });

const toRestWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  role: workspace.role,
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});

const toRestProject = (project: Project) => ({
  id: project.id,
  workspace_id: project.workspaceId,
  name: project.name,
  created_at: project.createdAt,
  updated_at: project.updatedAt,
});
