import type { Loadable } from './part.tsx';
import { parts } from './parts.ts';
import { projectPage } from './project-pages.tsx';
import { routeOf } from './route.ts';
import { workspaceParts } from './workspace-pages.tsx';

/** What the page at a path of the app needs that is not loaded yet. */
export function missingAt(path: string): Loadable | undefined {
  const part = partAt(path);
  return part?.isLoaded() ? undefined : part;
}

function partAt(path: string): Loadable | undefined {
  const route = routeOf(path);
  if (route.page === 'project') return projectPage(route)?.part;
  if (route.page === 'workspace') return workspaceParts[route.section];
  return route.page === 'account' ? parts.account : undefined;
}
