import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { shellAction } from '../testing/verdicts.ts';
import { preconditionsOf } from './preconditions.ts';

const within = (path: string) => ({ check: 'realpath_within', path, root: '/repo' });
const unchanged = (path: string, sha256: string | null = null) => ({ check: 'file_unchanged', path, sha256 });

describe('what a permit asks to be checked', () => {
  it('is for a command its shell, where its paths lead, and the scripts that it runs', () => {
    expect(preconditionsOf(shellAction('./build.sh && cat src/../notes.txt'))).toEqual([
      { check: 'clean_shell', env: [] },
      ...['/repo', '/repo/notes.txt', '/repo/build.sh'].map(within),
      unchanged('/repo/build.sh'),
    ]);
  });

  it('names the variables in order, and the hashes that were given', () => {
    const files = [{ path: '/repo/build.sh', sha256: 'a'.repeat(64) }];
    const conditions = preconditionsOf(actionSchema.parse({ ...shellAction('./build.sh'), env: ['PATH', 'HOME'], files }));
    expect(conditions).toContainEqual({ check: 'clean_shell', env: ['HOME', 'PATH'] });
    expect(conditions.filter(({ check }) => check === 'file_unchanged')).toEqual([unchanged('/repo/build.sh', 'a'.repeat(64))]);
  });

  it('holds the lock files of package managers and the settings of git', () => {
    expect(preconditionsOf(shellAction('npm ci && git status'))).toEqual(
      expect.arrayContaining([
        unchanged('/repo/package.json'),
        unchanged('/repo/package-lock.json'),
        { check: 'git_without_programs', directory: '/repo' },
      ]),
    );
  });

  it('does not claim that what is outside is within', () => {
    expect(preconditionsOf(shellAction('cat /srv/x ../y'))).toEqual([{ check: 'clean_shell', env: [] }, within('/repo')]);
  });

  const file = { kind: 'file.write', path: '/repo/a/../b.txt', workspace_root: '/repo', after_hash: 'a'.repeat(64), size: 1 };

  it('is for a file that it is still as it was', () => {
    expect(preconditionsOf(actionSchema.parse(file))).toEqual([within('/repo/b.txt'), unchanged('/repo/b.txt')]);
    expect(preconditionsOf(actionSchema.parse({ ...file, before_hash: 'c'.repeat(64) }))).toEqual([
      within('/repo/b.txt'),
      unchanged('/repo/b.txt', 'c'.repeat(64)),
    ]);
  });

  it('is nothing for what is not done on a machine', () => {
    expect(preconditionsOf(actionSchema.parse({ kind: 'memory.delete', memory_id: 'm' }))).toEqual([]);
  });
});
