import type { Choice, Workspace } from './asked.ts';

const rolesThatMakeProjects: ReadonlySet<string> = new Set(['owner', 'admin', 'member']);

/** The workspaces in which the person may make a project. */
export function extendable(workspaces: readonly Workspace[]): readonly Workspace[] {
  return workspaces.filter(({ role }) => rolesThatMakeProjects.has(role));
}

/** The project of that id; undefined when it is not among them. */
export function choiceOfProject(workspaces: readonly Workspace[], projectId: string | undefined): Choice | undefined {
  const workspace = workspaces.find(({ projects }) => projects.some(({ id }) => id === projectId));
  return workspace && { workspaceId: workspace.id, projectId };
}

/** The workspace of that id with its first project; undefined when it is not among them. */
export function choiceOfWorkspace(workspaces: readonly Workspace[], workspaceId: string): Choice | undefined {
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  return workspace && { workspaceId, projectId: workspace.projects[0]?.id };
}

/**
 * What to begin with: the project of last time, else the first one of a workspace in which an app could also save, else the first
 * there is; undefined when there is none at all.
 */
export function firstChoice(workspaces: readonly Workspace[], remembered: string | undefined): Choice | undefined {
  const filled = workspaces.filter(({ projects }) => projects.length > 0);
  const first = filled.find(({ role }) => role !== 'viewer') ?? filled[0];
  return choiceOfProject(workspaces, remembered) ?? (first && choiceOfWorkspace(workspaces, first.id));
}
