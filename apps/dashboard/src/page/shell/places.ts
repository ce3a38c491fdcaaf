import type { Me, Membership, ProjectRef } from '../api/people.ts';
import { rememberedProject } from '../app/home.ts';
import { projectPath, workspacePath } from '../app/route.ts';
import type { Route } from '../app/route.ts';
import type { IconName } from '../ui/icon.tsx';

export interface Workplace {
  readonly workspace: Membership | undefined;
  readonly project: ProjectRef | undefined;
}

/** Where somebody works: what the address names, else where they were last, which the first project stands for. */
export function currentWorkplace(me: Me, route: Route): Workplace {
  if (route.page === 'project') {
    const workspace = me.workspaces.find(({ projects }) => projects.some(({ id }) => id === route.projectId));
    return { workspace, project: workspace?.projects.find(({ id }) => id === route.projectId) };
  }
  const named = route.page === 'workspace' ? me.workspaces.find(({ id }) => id === route.workspaceId) : undefined;
  const last = rememberedProject(me);
  const wasIn = ({ projects }: Membership): boolean => projects.some(({ id }) => id === last);
  const workspace = named ?? me.workspaces.find(wasIn) ?? me.workspaces.find(({ projects }) => projects.length > 0) ?? me.workspaces[0];
  return { workspace, project: workspace?.projects.find(({ id }) => id === last) ?? workspace?.projects[0] };
}

export interface NavPlace {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** What is counted beside it. */
  readonly counts?: 'approvals';
  /** Pages below this path are its own as well. */
  readonly below?: string;
}

/** The pages of a project and its workspace. */
export function placesIn({ workspace, project }: Workplace): readonly { readonly group: string; readonly places: readonly NavPlace[] }[] {
  return [
    ...(project ? [{ group: 'Project', places: placesOfProject(project.id) }] : []),
    ...(workspace ? [{ group: 'Workspace', places: placesOfWorkspace(workspace.id) }] : []),
  ];
}

const placesOfProject = (id: string): readonly NavPlace[] => [
  { to: projectPath(id, 'memories'), label: 'Memories', icon: 'memories' },
  { to: projectPath(id, 'knowledge'), label: 'Knowledge', icon: 'knowledge' },
  { to: projectPath(id, 'agents'), label: 'Agents', icon: 'agents' },
  { to: projectPath(id, 'tasks'), label: 'Tasks', icon: 'tasks' },
  { to: projectPath(id, 'approvals'), label: 'Approvals', icon: 'approvals', counts: 'approvals' },
  { to: projectPath(id, 'policies'), label: 'Policies', icon: 'policies' },
  { to: projectPath(id, 'audit'), label: 'Audit', icon: 'audit' },
  { to: projectPath(id, 'usage'), label: 'Usage', icon: 'usage' },
  { to: projectPath(id, 'settings', 'mcp'), label: 'Project settings', icon: 'settings', below: projectPath(id, 'settings') },
];

const placesOfWorkspace = (id: string): readonly NavPlace[] => [
  { to: workspacePath(id, 'members'), label: 'Members', icon: 'people' },
  { to: workspacePath(id, 'projects'), label: 'Projects', icon: 'file' },
  { to: workspacePath(id, 'settings'), label: 'Workspace settings', icon: 'settings' },
];
