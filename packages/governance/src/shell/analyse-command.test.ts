import { describe, expect, it } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { decideBy, shellAction, strictness, verdict } from '../testing/verdicts.ts';
import { analyseCommand } from './analyse-command.ts';
import { bypasses } from '../policies/bypasses.ts';
import { floor } from './testing/floor.ts';
import { allowed, asked } from './testing/ordinary.ts';
import { words } from './words.ts';

const where = { cwd: '/repo', workspaceRoot: '/repo' };

describe('a command', () => {
  it.each(floor)('%j gets no milder answer than %s', (command, mildest) => {
    expect(strictness(verdict(command))).toBeGreaterThanOrEqual(strictness(mildest));
  });

  it.each(floor.filter(([, mildest]) => mildest === 'allow'))('%j is let through', (command) => {
    expect(verdict(command)).toBe('allow');
  });

  it.each(allowed)('%j is let through', (command) => {
    expect(verdict(command)).toBe('allow');
  });

  it.each(asked)('%j is asked about, and may be approved', (command) => {
    expect(verdict(command)).toBe('require_approval');
  });
});

describe.each(Object.entries(bypasses))('the family %s', (_, commands) => {
  it.each(commands)('is denied: %j', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('limits', () => {
  it.each([
    ['longer than 8 KiB', `echo ${'a'.repeat(8192)}`, 'too_long'],
    ['longer than 8 KiB in bytes alone', `echo ${'é'.repeat(4100)}`, 'too_long'],
    ['of more than 64 commands', 'ls;'.repeat(65), 'too_many_commands'],
    ['with scripts nested 17 deep', `${'$('.repeat(17)}ls${')'.repeat(17)}`, 'too_deep'],
    ['with 17 wrappers', `${'env '.repeat(17)}ls`, 'too_deep'],
    ['with more than 4096 arguments in all', `sudo --a ${'ls '.repeat(2500)}`, 'too_many_commands'],
    ['with words of more than 64 readings', `echo ${'{a,b}'.repeat(7)}`, 'too_many_readings'],
    [
      'with words that name too many places together',
      `cd a;cd b;cd c;cd d;cd e;cd f;foo ${Array.from({ length: 99 }, (__, at) => `a/${at}`).join(' ')}`,
      'too_many_readings',
    ],
    ['whose sums are too deep', `echo $((${'1+'.repeat(4000)}1))`, 'too_deep'],
    ['whose sums are too deep, in a loop', `for ((i=${'1+'.repeat(4000)}1;;)); do ls; done`, 'too_deep'],
    ['that does not parse', 'if ls', 'unparseable'],
    ['that does not parse within another', 'bash -c "if ls"', 'unparseable'],
    ['with a carriage return', 'ls\r', 'hidden_characters'],
    ['with a hidden character within another', String.raw`bash -c $'ls\rls'`, 'hidden_characters'],
  ])('refuse a command %s', (_, command, reason) => {
    expect(analyseCommand(command, where)).toMatchObject({ refusal: reason, effects: [{ kind: 'refused', target: reason }] });
    expect(verdict(command)).toBe('deny');
  });

  it.each(['ls;'.repeat(64), `echo ${'a'.repeat(8187)}`])('let through what is just within them', (command) => {
    expect(verdict(command)).toBe('allow');
  });

  it.each([
    '('.repeat(5000),
    '$('.repeat(4000),
    '{a,'.repeat(2700),
    `a=${'$a'.repeat(4000)}`,
    '`'.repeat(8000),
    '"$('.repeat(2500),
    '<('.repeat(4000),
    '"${x:-'.repeat(1300),
    'if '.repeat(2700),
    'case x in '.repeat(800),
    'f(){ '.repeat(1600),
    "'".repeat(8001),
    '<<'.repeat(4000),
    `echo ${'$((1+'.repeat(1500)}`,
    `x=a;${'x=$x$x;'.repeat(900)}`,
    'env '.repeat(2000),
    `cd a;cd b;cd c;cd d;cd e;rm ${Array.from({ length: 1300 }, (__, at) => `a/${at}`).join(' ')}`,
    `rm ${'a/'.repeat(4000)}`,
    `python -c '${'"a/b",'.repeat(1300)}'`,
    `python -c 'rmtree ${Array.from({ length: 250 }, (__, at) => `"a/${at}",`).join('')}'`,
    `python -c '${'q( q[ q{ q< q/ '.repeat(500)}'`,
    `python -c 'run(${'"rm","a",'.repeat(800)})'`,
    `node -e '${'open(a,'.repeat(1000)}'`,
    `python -c '${'"'.repeat(8000)}'`,
    `${'a/../'.repeat(1600)}x`,
    `cat ${'../'.repeat(2700)}`,
    `rm ${'*'.repeat(8000)}`,
    `xargs ${'-x '.repeat(2700)}`,
    `vim -c '${'! '.repeat(4000)}'`,
    `gdb -ex '${'"\\\\'.repeat(4000)}'`,
    `psql -c '${String.raw`\\! `.repeat(2600)}'`,
    `sed '${'s/'.repeat(4000)}'`,
    `make ${'-C a '.repeat(1600)}`,
    `ed <<< '${'!x\n'.repeat(2600)}'`,
    `vim -c '${':w '.repeat(2600)}'`,
    `psql -c '${'copy to '.repeat(1000)}'`,
    `emacs -eval '${'(write-region '.repeat(580)}'`,
    `gdb -ex '${'dump a '.repeat(1100)}'`,
    `ssh -o '${'a '.repeat(3900)}' h`,
    `git fetch 'ext::${'a% '.repeat(2600)}'`,
    `parallel ${'a$b '.repeat(1900)}`,
    `tini ${'ls '.repeat(2600)}`,
    `curl ${'-HHost: '.repeat(1000)}`,
    `nc h <<< '${'Host: '.repeat(1300)}'`,
    `python -c '${'HTTPConnection(('.repeat(500)}'`,
    `foo ${'rm /a '.repeat(1300)}`,
    `foo ${"'rm /a' ".repeat(1000)}`,
    `foo '${'"rm /a" '.repeat(1000)}'`,
    `foo '${'rm /a;'.repeat(1300)}'`,
    `foo ${'a'.repeat(8000)}`,
    `pwsh -c '$x="a";${'$x="$x$x$x";'.repeat(600)}'`,
    `pwsh -c '${'"'.repeat(8000)}'`,
    `docker run ${'-v /:/h '.repeat(1000)} rm /h/a`,
    `docker run -v /:/h a sh -c '${'rm /h/a;'.repeat(1000)}'`,
    `MAKEFLAGS='${String.raw`a\ `.repeat(2700)}' make`,
    `make --eval='${'\t'.repeat(8000)}x'`,
    `puppet apply -e '${'file { "a": '.repeat(700)}'`,
    `ansible localhost -a '${'path=a state=absent '.repeat(400)}'`,
    `pdflatex '${String.raw`\openout`.repeat(1000)}'`,
  ])('keep a hostile command cheap: %#', (command) => {
    const begin = performance.now();
    verdict(command);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});

it.each(['ls (', 'ls (a', 'echo (', 'pwd(', "cat <<'X"])('refuses %j as bash does, though its parser passes over it', (command) => {
  expect(analyseCommand(command, where).refusal).toBe('unparseable');
});

describe('what is told of a command', () => {
  it('has each command in it with its options', () => {
    const { commands } = analyseCommand(`ls -la && sudo -u bob grep -n --color=auto x 'a b'`, where);
    expect(commands).toEqual([
      { head: 'ls', args: ['-la'], flags: ['-la'] },
      { head: 'sudo', args: ['-u', 'bob', 'grep', '-n', '--color=auto', 'x', 'a b'], flags: ['-u', '-n', '--color'] },
      { head: 'grep', args: ['-n', '--color=auto', 'x', 'a b'], flags: ['-n', '--color'] },
    ]);
  });

  it('has effects with the canonical target', () => {
    const { effects } = analyseCommand('cat ./a/../b', where);
    expect(effects).toContainEqual({ kind: 'read', target: '/repo/b', place: 'workspace', certainty: 'certain', head: 'cat' });
  });

  it.each([
    ['curl https://user@H.Example:8443/x', 'h.example'],
    ['curl http://2130706433/', '127.0.0.1'],
    ['curl http://good.example@evil.example/', 'evil.example'],
    ['scp a bob@host.example:b', 'host.example'],
    ['ssh $H', '*'],
  ])('has the host of %j', (command, host) => {
    const { effects } = analyseCommand(command, where);
    expect(effects.filter(({ kind }) => kind === 'network').map(({ target }) => target)).toContain(host);
  });
});

describe('a program for a screen that is not there', () => {
  it.each(['xvfb-run rm -rf /srv', 'xvfb-run -a -s "-screen 0" rm -rf /srv', 'xvfb-run --server-num 9 rm -rf /srv'])(
    'is peeled: %s',
    (command) => {
      expect(verdict(command)).toBe('deny');
    },
  );
});

describe('what is told beside a command', () => {
  const decided = (command: string, more: object) =>
    decideBy(actionSchema.parse({ ...shellAction(command), ...more }), starterRevision.rules).outcome;

  const nobodys = words(`
    / // /. /repo/.. /root /root/ /home /home/ada /home/ada/. /home/ada/../bob /Users/ada /root/.config /etc /etc/nginx /srv /usr /usr/local
    /usr/lib /var /var/lib /tmp /opt /dev /proc/self /bin /proc/self/root /private/tmp /run/user /run/user/1000 /media/ada /mnt /mnt/c /mnt/c/Users/ada /ETC /System/Library
  `);
  const somebodys = words(`
    /repo /root/repo /home/ada/repo /home/ada/.dotfiles /srv/app /opt/app /tmp/x /var/www /usr/src/app /workspace /app /Users/ada/repo
    /mnt/c/Users/ada/repo /mnt/data /media/ada/disk /var/lib/app /libs /private/tmp/x
  `);

  it.each(nobodys)("is no workspace when it is nobody's alone: %s", (root) => {
    const told = { workspace_root: root, cwd: root };
    expect(decided('rm -rf /srv', told)).toBe('deny');
    expect(decided('rm -rf ~/x', told)).toBe('deny');
    expect(decided('rm -rf *', told)).toBe('deny');
    expect(decided('rm -rf x', told)).toBe('deny');
    expect(decided('cat /srv/x', told)).toBe('require_approval');
    expect(decided('cat x', told)).not.toBe('allow');
    expect(decided('ls', told)).not.toBe('allow');
  });

  it.each(somebodys)('is a workspace when it is a folder of somebody: %s', (root) => {
    const told = { workspace_root: root, cwd: root };
    expect(decided('ls && cat a/b', told)).toBe('allow');
    expect(decided('cat ../beside/it', told)).toBe('require_approval');
  });

  it.each(['LD_PRELOAD', 'BASH_ENV', 'BASH_FUNC_ls%%', 'PAGER', 'NODE_OPTIONS', 'PATH', 'CDPATH', 'GIT_WORK_TREE', 'ZDOTDIR'])(
    'asks about a variable that is run as code, or says where code is: %s',
    (name) => {
      expect(decided('ls', { env: ['HOME', name] })).toBe('require_approval');
    },
  );

  it('lets ordinary variables be given', () => {
    expect(decided('ls', { env: ['HOME', 'USER', 'LANG', 'TERM', 'TMPDIR', 'CI'] })).toBe('allow');
  });
});
