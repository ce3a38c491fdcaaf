import fc from 'fast-check';
import { parse } from 'unbash';
import { print } from 'unbash/printer';
import { describe, expect, it } from 'vitest';
import { strictness, verdict } from '../testing/verdicts.ts';
import { bypasses } from '../policies/bypasses.ts';
import { floor } from './testing/floor.ts';
import { allowed, asked } from './testing/ordinary.ts';

const commands = [...new Set([...allowed, ...asked, ...Object.values(bypasses).flat(), ...floor.map(([command]) => command)])];
const parseable = commands.filter((command) => (parse(command).errors ?? []).length === 0);
const anyCommand = fc.constantFrom(...parseable);
const separator = fc.constantFrom('; ', ' && ', ' || ', '\n', ' & ');
/** Here-documents and comments take what follows on their line. */
const isOpenEnded = (command: string) => /<<[^<]|<<$|&\s*$/.test(command);

const strict = (command: string) => strictness(verdict(command));

/** As one word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

describe('verdicts', { timeout: 60_000 }, () => {
  it('are never lowered by a command that is added, before or after', () => {
    fc.assert(
      fc.property(anyCommand, anyCommand, separator, (one, other, between) => {
        fc.pre(!isOpenEnded(one));
        expect(strict(`${one}${between}${other}`)).toBeGreaterThanOrEqual(Math.max(strict(one), strict(other)));
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    'tini --',
    'gosu x',
    'chpst -u x',
    'mpirun -n 2',
    'faketime x',
    'cpulimit -l 1 --',
    'env',
    'nohup',
    'sudo',
    'time',
    'nice -n 5',
    'timeout 5',
    'command',
    'xargs',
    'stdbuf -o0',
    'env -i A=b',
    'setsid',
  ])('are never laxer behind %s', (wrapper) => {
    for (const command of parseable.filter((one) => isSimple(one))) {
      expect([command, strict(`${wrapper} ${command}`) >= strict(command)]).toEqual([command, true]);
    }
  });

  it.each([
    ['bash -c', (text: string) => `bash -c ${quoted(text)}`],
    ['sh -xc', (text: string) => `sh -xc ${quoted(text)}`],
    ['eval', (text: string) => `eval ${quoted(text)}`],
    ['a here-string', (text: string) => `bash <<< ${quoted(text)}`],
    ['a here-document', (text: string) => `bash <<'_END_'\n${text}\n_END_`],
    ['a pipe', (text: string) => `echo ${quoted(text)} | sh`],
    ['a trap', (text: string) => `trap ${quoted(text)} EXIT`],
    ['a subshell', (text: string) => `(${text}\n)`],
    ['a substitution', (text: string) => `echo "$(${text}\n)"`],
    ['a function', (text: string) => `f() { ${text}\n}; f`],
    ['an alias', (text: string) => `alias f=${quoted(text)}`],
    ['find -exec', (text: string) => `find . -exec sh -c ${quoted(text)} \\;`],
  ])('are never laxer within %s', (_, wrap) => {
    for (const command of parseable) expect([command, strict(wrap(command)) >= strict(command)]).toEqual([command, true]);
  });

  it.each([
    ['an editor', (text: string) => `vim -c ${quoted(`silent !${text}`)}`],
    ['what an editor reads', (text: string) => `ed <<< ${quoted(`r !${text}`)}`],
    ['a pager', (text: string) => `less ${quoted(`+!${text}`)} a`],
    ['a database', (text: string) => `sqlite3 a ${quoted(`.shell ${text}`)}`],
    ['a database server', (text: string) => `psql -c ${quoted(String.raw`\! ${text}`)}`],
    ['another one', (text: string) => `mysql -e ${quoted(`system ${text}`)}`],
    ['a debugger', (text: string) => `gdb -ex ${quoted(`shell ${text}`)}`],
    ['a client of files', (text: string) => `sftp h <<< ${quoted(`!${text}`)}`],
    ['an archiver', (text: string) => `zip a b -TT ${quoted(text)}`],
    ['a shortened option', (text: string) => `tar --to-com=${quoted(text)} -xf a`],
    ['clustered options', (text: string) => `rsync -ave ${quoted(text)} a b:`],
    ['lines that are run', (text: string) => `sed e <<< ${quoted(text)}`],
    ['a tracer', (text: string) => `strace -o ${quoted(`|${text}`)} ls`],
    ['a file for a database server', (text: string) => `psql -f <(echo ${quoted(String.raw`\! ${text}`)})`],
    ['what a database server puts out', (text: string) => `psql -o ${quoted(`|${text}`)} -c x`],
    ['a file for a debugger', (text: string) => `gdb -x <(echo ${quoted(`shell ${text}`)})`],
    ['a script of an editor', (text: string) => `vim -S <(echo ${quoted(`!${text}`)})`],
    ['a setting of a connection', (text: string) => `ssh -o ${quoted(`ProxyCommand ${text}`)} h`],
    ['options in a variable', (text: string) => `RSYNC_RSH=${quoted(text)} rsync a b:`],
    ['options without a hyphen', (text: string) => `tar cFf ${quoted(text)} a b`],
    ['a job of several', (text: string) => `parallel --tmux ${quoted(text)} ::: 1`],
    ['a manager of machines', (text: string) => `ansible localhost -m shell -a ${quoted(text)}`],
    ['a setting for later', (text: string) => `gh alias set --shell x ${quoted(text)}`],
    ['a recipe', (text: string) => `make -f - <<< ${quoted(`x: ; ${text}`)}`],
    ['what runs a build', (text: string) => `bazel run --run_under=${quoted(text)} //x`],
    ['a file of variables', (text: string) => `BASH_ENV=<(echo ${quoted(text)}) bash -c :`],
  ])('are never laxer where %s gives it to a shell', (_, wrap) => {
    const lines = parseable.filter((command) => !command.includes('\n'));
    for (const command of lines) expect([command, strict(wrap(command)) >= strict(command)]).toEqual([command, true]);
  });

  it('do not change with the way in which words are quoted', () => {
    const plain = parseable.filter((command) => /^[\w./ -]+$/.test(command) && isSimple(command));
    expect(plain.length).toBeGreaterThan(30);
    const quote = fc.constantFrom('plain', 'single', 'double', 'backslash', 'split', 'ansi');
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.infiniteStream(quote), (command, quotes) => {
        const ways = quotes[Symbol.iterator]();
        const requoted = command.split(/ +/).map((word) => asQuoted(word, ways.next().value));
        expect([requoted.join(' '), verdict(requoted.join(' '))]).toEqual([requoted.join(' '), verdict(command)]);
      }),
      { numRuns: 1000 },
    );
  });

  it('are the same when the command is printed anew', () => {
    const printed = parseable.map((command) => [command, print(parse(command))] as const);
    const again = printed.filter(([, text]) => (parse(text).errors ?? []).length === 0);
    expect(again.map(([command, text]) => [command, verdict(text)])).toEqual(again.map(([command]) => [command, verdict(command)]));
  });

  it('come of any text without a failure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(fc.constantFrom(...tokens), { maxLength: 30 }), (text, parts) => {
        expect(strict(text)).toBeGreaterThanOrEqual(0);
        expect(strict(parts.join(''))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });
});

const tokens = [
  'ls',
  'rm',
  ' ',
  ' ',
  '\n',
  ';',
  '|',
  '&',
  '(',
  ')',
  '{',
  '}',
  '$',
  '`',
  '"',
  "'",
  '\\',
  '<',
  '>',
  '~',
  '/',
  '*',
  'x',
  '=',
  '[',
  ']',
  '!',
  '-',
  '#',
  '$((',
  '$(',
  '${',
  'EOF',
  '<<',
  'if ',
  'for ',
  'do',
  'done',
  'fi',
  'case',
  'esac',
];

/** One simple command that begins with its program. */
const isSimple = (command: string): boolean => {
  const node = parse(command).commands[0]?.command;
  return parse(command).commands.length === 1 && node?.type === 'Command' && node.name !== undefined && node.prefix.length === 0;
};

function asQuoted(word: string, way: string): string {
  if (way === 'single') return `'${word}'`;
  if (way === 'double') return `"${word}"`;
  if (way === 'backslash') return `\\${word}`;
  if (way === 'split') return `${word.slice(0, 1)}""${word.slice(1)}`;
  return way === 'ansi' ? `$'${word}'` : word;
}
