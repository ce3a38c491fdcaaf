import type { Me } from '../api/people.ts';
import { projectPath, workspacePath } from './route.ts';

/** No secret, so it outlives the tab. One entry for each person who shares the browser. */
const keyOf = (me: Me): string => `cairn.project.${me.user.id}`;

export function rememberProject(me: Me, projectId: string): void {
  try {
    localStorage.setItem(keyOf(me), projectId);
  } catch {
    // A browser may keep nothing.
  }
}

/** The project that somebody was in last. */
export function rememberedProject(me: Me): string | null {
  try {
    return localStorage.getItem(keyOf(me));
  } catch {
    return null;
  }
}

/** Where somebody begins: the project they were in last, at the page that connects a client to it when they were in none. */
export function homePath(me: Me): string {
  const projects = me.workspaces.flatMap((workspace) => workspace.projects);
  const last = rememberedProject(me);
  const [first] = projects;
  const [workspace] = me.workspaces;
  if (projects.some(({ id }) => id === last) && last !== null) return projectPath(last, 'memories');
  if (first) return projectPath(first.id, 'settings', 'mcp');
  return workspace ? workspacePath(workspace.id, 'projects') : '/account';
}
