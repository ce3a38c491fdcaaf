/** Pages of a project, as they are named in the address. */
export const projectSections = ['memories', 'knowledge', 'agents', 'tasks', 'approvals', 'policies', 'audit', 'usage', 'settings'] as const;
export type ProjectSection = (typeof projectSections)[number];

/** Pages of a workspace, as they are named in the address. */
export const workspaceSections = ['members', 'projects', 'settings'] as const;
export type WorkspaceSection = (typeof workspaceSections)[number];

/** What an address asks for. */
export type Route =
  | { readonly page: 'home' | 'sign-in' | 'sign-up' | 'account' | 'unknown' }
  | { readonly page: 'project'; readonly projectId: string; readonly section: ProjectSection; readonly rest: readonly string[] }
  | { readonly page: 'workspace'; readonly workspaceId: string; readonly section: WorkspaceSection };

/** Reads a path below the app's own. What is no page is told apart from the home page, so that a mistyped address says so. */
export function routeOf(path: string): Route {
  const [area = '', id = '', section, ...rest] = path.split('/').filter(Boolean).map(decoded);
  switch (area) {
    case '':
      return { page: 'home' };
    case 'sign-in':
    case 'sign-up':
    case 'account':
      return { page: area };
    case 'projects':
      return projectRoute(id, section, rest);
    case 'workspaces':
      return workspaceRoute(id, section);
    default:
      return { page: 'unknown' };
  }
}

function projectRoute(projectId: string, section: string | undefined, rest: readonly string[]): Route {
  if (projectId === '') return { page: 'home' };
  const found = projectSections.find((known) => known === (section ?? 'memories'));
  return found === undefined ? { page: 'unknown' } : { page: 'project', projectId, section: found, rest };
}

function workspaceRoute(workspaceId: string, section: string | undefined): Route {
  if (workspaceId === '') return { page: 'home' };
  const found = workspaceSections.find((known) => known === (section ?? 'members'));
  return found === undefined ? { page: 'unknown' } : { page: 'workspace', workspaceId, section: found };
}

/** The path of a page of a project. */
export const projectPath = (projectId: string, ...rest: readonly string[]): string =>
  `/projects/${[projectId, ...rest].map(encodeURIComponent).join('/')}`;

/** The path of a page of a workspace. */
export const workspacePath = (workspaceId: string, section: WorkspaceSection): string =>
  `/workspaces/${encodeURIComponent(workspaceId)}/${section}`;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
