import type { Project } from '@cairn/auth';
import { projectRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { toReceipt } from './erasure-view.ts';
import { done, noSuchProject, noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { walkArray, walkList } from './walk-list.ts';
import { directoryArea, personArea } from './work-area.ts';
import type { DirectoryMeans } from './work-area.ts';

/** `/v1/projects`: those of the workspaces that a person is a member of; a key or token sees its own. */
export function mountProjects(app: FastifyInstance, { directory, authenticator, guards }: RestDeps): void {
  const reading = { area: directoryArea(directory), guards };
  const managing = { area: personArea(directory), guards };

  mountRoute(app, { ...reading, route: projectRoutes.listProjects }, async (call) => {
    const all = await call.directory.workspaces.projects(call.userId);
    const seen = all.filter(({ id }) => isOwn(call, id));
    const scope = ['projects', call.userId];
    return ok(await walkList(call.query, { scope, next: async (walk) => walkArray(seen, walk), show: toRestProject }));
  });

  mountRoute(app, { ...managing, route: projectRoutes.createProject }, async (call) => {
    const { workspace_id, name } = call.body;
    const project = done(await call.directory.workspaces.createProject(call.person, workspace_id, name), noSuchWorkspace);
    return created(`/v1/projects/${project.id}`, toRestProject(project));
  });

  mountRoute(app, { ...reading, route: projectRoutes.getProject }, async (call) => {
    const project = isOwn(call, call.params.id) ? await call.directory.workspaces.project(call.userId, call.params.id) : undefined;
    return ok(toRestProject(done(project ?? 'not_found', noSuchProject)));
  });

  mountRoute(app, { ...managing, route: projectRoutes.renameProject }, async (call) => {
    const project = await call.directory.workspaces.renameProject(call.person, call.params.id, call.body.name);
    return ok(toRestProject(done(project, noSuchProject)));
  });

  // Its API keys die with it, and are refused on every process once this is answered.
  const settle = () => authenticator.settle();
  mountRoute(app, { ...managing, settle, route: projectRoutes.deleteProject }, async (call) => {
    const { workspaces, erasures } = call.directory;
    const erasure = done(await workspaces.deleteProject(call.person, call.params.id), noSuchProject);
    const removed = await guards.forget(erasure.credentialIds);
    if (removed !== null) await erasures.noteRedisKeys(call.person, erasure, removed);
    if (call.query.receipt !== 'true') return noContent;
    const receipt = await erasures.receipt(call.person.userId, erasure.projectId);
    return receipt === undefined ? noContent : ok(toReceipt(receipt));
  });
}

const isOwn = ({ principal }: DirectoryMeans, projectId: string): boolean => principal === null || principal.projectId === projectId;

export const toRestProject = (project: Project) => ({
  id: project.id,
  workspace_id: project.workspaceId,
  name: project.name,
  created_at: project.createdAt,
  updated_at: project.updatedAt,
});
