import type { PolicyScope } from '../api/policies.ts';
import { projectPath } from '../app/route.ts';

/** Whose policy an address is about. */
export const scopeIn = (query: URLSearchParams): PolicyScope => (query.get('scope') === 'workspace' ? 'workspace' : 'project');

const queryOf = (scope: PolicyScope, more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...(scope === 'workspace' && { scope }), ...more }).toString();
  return query === '' ? '' : `?${query}`;
};

export const policiesPath = (projectId: string, scope: PolicyScope): string => `${projectPath(projectId, 'policies')}${queryOf(scope)}`;

export const revisionPath = (projectId: string, scope: PolicyScope, number: number): string =>
  `${projectPath(projectId, 'policies', String(number))}${queryOf(scope)}`;

/** The editor, with the rules of a revision to begin from. `shadow`: those that are not in force are put on trial. */
export const editorPath = (projectId: string, scope: PolicyScope, { from, shadow = false }: { from: number; shadow?: boolean }): string =>
  `${projectPath(projectId, 'policies', 'new')}${queryOf(scope, { from: String(from), ...(shadow && { shadow: '1' }) })}`;
