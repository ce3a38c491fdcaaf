import { describe, expect, it } from 'vitest';
import { Work } from '../rules/work.ts';
import { isPath } from './path.ts';

describe('a path', () => {
  it.each([
    ['/repo/INFRA/a', '/repo/infra/**'],
    ['/repo/infra/a', '/repo/Infra/**'],
    ['/repo/e\u0301/a', '/repo/é/**'],
    ['/repo/é/a', '/repo/e\u0301/*'],
  ])('%s is in %s for a rule that does not allow, and not for one that does', (path, pattern) => {
    expect(isPath(path, [pattern], { each: false, work: new Work() })).toBe(true);
    expect(isPath(path, [pattern], { each: true, work: new Work() })).toBe(false);
  });
});
