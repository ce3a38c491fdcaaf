import { expect, test } from 'vitest';
import { groupOf } from './route-group.ts';

test.each([
  ['/v1/memories', 'memories'],
  ['/v1/memories/:id/history', 'memories'],
  ['/mcp', 'mcp'],
  ['/mcp/tools/call', 'tools_call'],
  ['/auth/me', undefined],
  ['/healthz', undefined],
  ['', undefined],
])('a request to %s is counted as %s', (url, group) => {
  expect(groupOf(url)).toBe(group);
});
