import { describe, expect, it } from 'vitest';
import { verdict } from '../../testing/verdicts.ts';
import { analyseCommand } from '../analyse-command.ts';

const touched = (command: string) =>
  analyseCommand(command, { cwd: '/repo', workspaceRoot: '/repo' }).effects.flatMap(({ kind, target, certainty, head }) =>
    head === 'python3' && kind !== 'exec' ? [`${certainty} ${kind} ${target}`] : [],
  );

describe('files that code names', () => {
  it.each([
    ['shutil.rmtree("dist")', 'certain delete /repo/dist'],
    ['Path("dist/a").unlink()', 'certain delete /repo/dist/a'],
    ['open("k", "w")', 'certain write /repo/k'],
    ['Path("k").write_text("x")', 'certain write /repo/k'],
    ['p = "dist"; shutil.rmtree(p)', 'possible delete /repo/dist'],
    ['p = "a/k"; save(p)', 'possible write /repo/a/k'],
    ['print(open("/srv/k").read())', 'possible read /srv/k'],
  ])('are told with what is done to them: %s', (code, effect) => {
    expect(touched(`python3 -c '${code}'`)).toContain(effect);
  });

  it.each([
    'print(open("/etc/os-release").read())',
    'print("rm", "/srv/x")',
    'for f in ["/etc/hosts", "/etc/fstab"]: print(open(f).read())',
  ])('are only read where nothing in it writes: %s', (code) => {
    expect(touched(`python3 -c '${code}'`).filter((effect) => /(?:write|delete) \/(?:srv|etc)/.test(effect))).toEqual([]);
    expect(verdict(`python3 -c '${code}'`)).toBe('require_approval');
  });
});

it.each([
  `python3 -c "shutil.rmtree('/srv')"`,
  `python3 -c "p = '/srv'; shutil.rmtree(p)"`,
  `python3 -c "open('/etc/cron.d/x', 'w')"`,
  `python3 -c "print(open('/etc/shadow').read())"`,
  `python3 -c "subprocess.run(['rm', '-rf', '/srv'])"`,
  `python3 - <<'E'\nimport os\nos.system("rm -rf /srv")\nE`,
  `node -e "require('child_process').execFileSync('rm', ['-rf', '/srv'])"`,
  `node -e "fs.rmSync('/srv', { recursive: true })"`,
  `perl -e 'system q(rm -rf /srv)'`,
  `perl -e 'open(F, "|rm -rf /srv")'`,
  `ruby -e '%x[rm -rf /srv]'`,
])('what code surely does outside of the workspace is denied: %s', (command) => {
  expect(verdict(command)).toBe('deny');
});
