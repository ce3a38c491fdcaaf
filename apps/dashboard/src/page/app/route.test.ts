import { expect, test } from 'vitest';
import { projectPath, routeOf, workspacePath } from './route.ts';

test('an address names a page, with a default where a section is left out', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/sign-in')).toEqual({ page: 'sign-in' });
  expect(routeOf('/projects/p1')).toEqual({ page: 'project', projectId: 'p1', section: 'memories', rest: [] });
  expect(routeOf('/projects/p1/settings/mcp')).toEqual({ page: 'project', projectId: 'p1', section: 'settings', rest: ['mcp'] });
  expect(routeOf('/workspaces/w1')).toEqual({ page: 'workspace', workspaceId: 'w1', section: 'members' });
});

test('what is no page is unknown, and a broken escape is taken as it is', () => {
  for (const path of ['/nowhere', '/projects/p1/nowhere', '/workspaces/w1/nowhere', '/%E0%A4%A']) {
    expect(routeOf(path)).toEqual({ page: 'unknown' });
  }
  expect(routeOf('/projects')).toEqual({ page: 'home' });
});

test('paths that are made are read back, whatever an id holds', () => {
  expect(routeOf(projectPath('a/b?c', 'knowledge', 'd#e'))).toMatchObject({ projectId: 'a/b?c', section: 'knowledge', rest: ['d#e'] });
  expect(routeOf(workspacePath('a/b', 'projects'))).toMatchObject({ workspaceId: 'a/b', section: 'projects' });
});
