import type { Workspace } from '@cairn/auth';
import { workspaceRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { done, noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { created, noContent, ok } from './rest-answer.ts';
import { walkArray, walkList } from './walk-list.ts';
import { directoryArea, personArea } from './work-area.ts';
import type { DirectoryMeans } from './work-area.ts';

/** `/v1/workspaces`: what a person is a member of; a key or token sees that of its own project. */
export function mountWorkspaces(app: FastifyInstance, { directory, authenticator, guards }: RestDeps): void {
  const reading = { area: directoryArea(directory), guards };
  const managing = { area: personArea(directory), guards };

  mountRoute(app, { ...reading, route: workspaceRoutes.listWorkspaces }, async (call) => {
    const all = await call.directory.workspaces.workspaces(call.userId);
    const seen = all.filter(({ id }) => isOwn(call, id));
    const scope = ['workspaces', call.userId];
    return ok(await walkList(call.query, { scope, next: async (walk) => walkArray(seen, walk), show: toRestWorkspace }));
  });

  mountRoute(app, { ...managing, route: workspaceRoutes.createWorkspace }, async (call) => {
    const workspace = done(await call.directory.workspaces.createWorkspace(call.person, call.body.name), noSuchWorkspace);
    return created(`/v1/workspaces/${workspace.id}`, toRestWorkspace(workspace));
  });

  mountRoute(app, { ...reading, route: workspaceRoutes.getWorkspace }, async (call) => {
    const { id } = call.params;
    const workspace = isOwn(call, id) ? await call.directory.workspaces.workspace(call.userId, id) : undefined;
    return ok(toRestWorkspace(done(workspace ?? 'not_found', noSuchWorkspace)));
  });

  mountRoute(app, { ...managing, route: workspaceRoutes.renameWorkspace }, async (call) => {
    const workspace = await call.directory.workspaces.renameWorkspace(call.person, call.params.id, call.body.name);
    return ok(toRestWorkspace(done(workspace, noSuchWorkspace)));
  });

  // The credentials of its projects die with it, and are refused on every process once this is answered.
  const settle = () => authenticator.settle();
  mountRoute(app, { ...managing, settle, route: workspaceRoutes.deleteWorkspace }, async (call) => {
    done(await call.directory.workspaces.deleteWorkspace(call.person, call.params.id), noSuchWorkspace);
    return noContent;
  });
}

const isOwn = ({ principal }: DirectoryMeans, workspaceId: string): boolean => principal === null || principal.workspaceId === workspaceId;

export const toRestWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  role: workspace.role,
  created_at: workspace.createdAt,
  updated_at: workspace.updatedAt,
});
