import type { Call } from '../script/call.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { operandsOf } from './operands.ts';
import { literalArg, unknownArg } from '../script/word.ts';
import { words } from '../words.ts';
import type { Arg } from '../script/word.ts';

/** A program that runs the program named in its arguments. */
interface Wrapper {
  /** Short options that take a value. */
  readonly valued?: string;
  /** Long options that take a value after a space. */
  readonly longs?: readonly string[];
  /** Operands before the command. */
  readonly skips?: number;
  /** Options that hold code themselves, by letter or name. */
  readonly code?: readonly string[];
  /** Options whose value is a file that is written; behind `|` or `!` it is a command that reads what would be. */
  readonly writes?: readonly string[];
  /** Whether its operands are files that are written. */
  readonly operands?: 'write';
  readonly privilege?: boolean;
  /** Which of its options take a value is not known. */
  readonly unsure?: true;
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { valued: 'uCSP', longs: ['unset', 'chdir', 'split-string'], code: ['S', 'split-string'] },
  nohup: {},
  command: {},
  builtin: {},
  exec: { valued: 'a' },
  time: { valued: 'fo', longs: ['format', 'output'], writes: ['o', 'output'] },
  nice: { valued: 'n', longs: ['adjustment'] },
  ionice: { valued: 'cnpPu', longs: ['class', 'classdata'] },
  timeout: { valued: 'ks', longs: ['kill-after', 'signal'], skips: 1 },
  gtimeout: { valued: 'ks', longs: ['kill-after', 'signal'], skips: 1 },
  stdbuf: { valued: 'ioe', longs: ['input', 'output', 'error'] },
  unbuffer: {},
  setsid: {},
  setarch: { skips: 1 },
  prlimit: {},
  linux32: {},
  linux64: {},
  i386: {},
  x86_64: {},
  proot: { valued: 'rbwkq', longs: ['rootfs', 'bind', 'cwd'] },
  sudo: { valued: 'ughpCrtTUDR', longs: ['user', 'group', 'host', 'prompt', 'close-from', 'chdir', 'chroot'], privilege: true },
  doas: { valued: 'uC', privilege: true },
  pkexec: { longs: ['user'], privilege: true },
  su: { valued: 'cgGsw', longs: ['command', 'group', 'shell'], code: ['c', 'command', 'session-command'], privilege: true },
  runuser: { valued: 'cgGsu', longs: ['command', 'user', 'group'], code: ['c', 'command'], privilege: true },
  chroot: { longs: ['userspec', 'groups'], skips: 1, privilege: true },
  unshare: { valued: 'RwSG', privilege: true },
  nsenter: { valued: 'tSGr', longs: ['wd'], privilege: true },
  xargs: {
    valued: 'aEILnPsd',
    longs: ['arg-file', 'delimiter', 'replace', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
  },
  parallel: { valued: 'jaISNnLP', longs: ['jobs', 'arg-file', 'colsep', 'joblog', 'results', 'sshlogin'] },
  flock: { valued: 'cwE', skips: 1, longs: ['command', 'timeout'], code: ['c', 'command'], operands: 'write' },
  script: {
    valued: 'cIOBTEo',
    longs: ['command', 'log-in', 'log-out', 'log-io', 'log-timing'],
    code: ['c', 'command'],
    writes: ['I', 'O', 'B', 'T', 'log-in', 'log-out', 'log-io', 'log-timing'],
    operands: 'write',
  },
  watch: { valued: 'n', longs: ['interval'] },
  strace: { valued: 'aeIoOpPsSuUXbE', longs: ['output'], writes: ['o', 'output'] },
  ltrace: { valued: 'aeFlnopsuwx', longs: ['output'], writes: ['o', 'output'] },
  valgrind: {},
  perf: { skips: 1, valued: 'eFpCoGtc', longs: ['output', 'event'], writes: ['o', 'output'] },
  chrt: { valued: 'TPD', skips: 1 },
  taskset: { skips: 1 },
  numactl: {},
  busybox: {},
  toybox: {},
  caffeinate: { valued: 'tw' },
  firejail: {},
  bwrap: { longs: ['chdir', 'bind', 'ro-bind', 'dev', 'proc', 'tmpfs'] },
  proxychains: {},
  proxychains4: {},
  torsocks: {},
  fakeroot: {},
  'dbus-run-session': {},
  'xvfb-run': { valued: 'enfsp', longs: ['error-file', 'server-num', 'auth-file', 'server-args', 'xauth-protocol'] },
  'systemd-run': { valued: 'pEuMH', longs: ['property', 'unit', 'uid', 'gid', 'working-directory'] },
  catchsegv: {},
  rlwrap: {},
  setpriv: { privilege: true },
  capsh: { privilege: true },
  entr: {},
  'ld.so': {},
  sshpass: { valued: 'pfPd' },
  run0: { valued: 'ugD', longs: ['user', 'group', 'chdir', 'nice', 'slice', 'property', 'unit', 'background', 'setenv'], privilege: true },
  ...Object.fromEntries(
    words(`
      chpst softlimit runcon cgexec trickle eatmydata cpulimit torify rr uftrace heaptrack tini dumb-init catatonit gosu su-exec s6-setuidgid setuidgid
      s6-envdir envdir envuidgid s6-softlimit mpirun mpiexec srun salloc setlock faketime gpg-agent
      systemd-inhibit pasuspender optirun primusrun gamemoderun schedtool nocache
    `).map((name) => [name, { unsure: true as const }]),
  ),
  chronic: {},
  ts: {},
  tsp: {},
  'cross-env': {},
  dotenv: { valued: 'efcpv' },
  noglob: {},
  nocorrect: {},
  'ssh-agent': { valued: 'aEOPt' },
  'dbus-launch': {},
};

/** The handler of a wrapper: what it runs is looked at as if it stood alone, and it is a program that runs something itself. */
export function wrapperHandler(head: string): Handler | undefined {
  const wrapper = Object.hasOwn(wrappers, head) ? wrappers[head] : undefined;
  return wrapper === undefined ? undefined : (call, runner) => unwrap(wrapper, call, runner);
}

function unwrap(wrapper: Wrapper, call: Call, runner: Runner): void {
  const { head, depth } = call;
  if (wrapper.privilege === true) runner.scene.emit({ kind: 'privilege', target: head, certainty: 'certain', head });
  runner.scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  const { start, sure } = commandStart(wrapper, call, runner);
  if (wrapper.operands === 'write')
    for (const file of operandsOf(call.args.slice(0, head === 'flock' ? start : undefined)))
      runner.scene.touch('write', file, { head, certainty: 'possible' });
  const listed = call.args.flatMap(({ puts = [] }) => puts).flatMap((text) => splitWords({ texts: [text], literal: false }));
  const added = head === 'xargs' || head === 'parallel' ? [...(call.stdin?.words ?? splitStdin(call)), ...listed, unknownArg] : [];
  // Where it is not sure which word is the program, each of them may be.
  for (let at = start; at < (sure ? Math.min(start + 1, call.args.length) : call.args.length); at++) {
    const argv = call.args.slice(at);
    runner.runArgv(argv, { stdin: call.stdin, depth: depth + 1 });
    if (added.length > 0 && argv.length > 0) runner.runArgv([...argv, ...added], { stdin: call.stdin, depth: depth + 1 });
    for (const filled of head === 'xargs' || head === 'parallel' ? filledIn(argv, call) : [])
      runner.runArgv(filled, { stdin: call.stdin, depth: depth + 1 });
  }
  // Without a program of its own it runs each line that it reads, or what follows `:::`.
  const own = call.args[start]?.texts[0];
  if (head === 'parallel' && (own === undefined || own.startsWith(':::'))) {
    for (const arg of call.args.slice(start + 1)) runner.runCode(arg, { head, depth: depth + 1, guess: true });
    if (own === undefined) for (const arg of linesOf(call)) runner.runCode(arg, { head, depth: depth + 1, guess: true });
  }
  // An option that is not known may stand before what is code as a whole.
  if (head === 'parallel')
    for (const arg of call.args)
      if (arg.texts.some((text) => /[\s{$`]/.test(text))) runner.runCode(arg, { head, depth: depth + 1, guess: true });
  if (head === 'watch' || head === 'parallel') runner.runCode(joined(call.args.slice(start)), { head, depth: depth + 1, guess: true });
}

/** What is read, line by line, in the place of the text that stands for it. */
function filledIn(argv: readonly Arg[], call: Call): readonly (readonly Arg[])[] {
  const texts = call.args.map(({ texts: [text = ''] }) => text);
  const given = texts.map((text, at) => (text === '-I' || text === '-J' ? texts[at + 1] : /^(?:-[IJi]|--replace=)(.+)$/.exec(text)?.[1]));
  const mark = given.find((text) => text !== undefined && text !== '') ?? '{}';
  if (!argv.some((arg) => arg.texts.some((text) => text.includes(mark)))) return [];
  return linesOf(call).map((line) =>
    argv.map((arg) => ({
      texts: arg.texts.flatMap((text) => (text.includes(mark) ? line.texts.map((one) => text.replaceAll(mark, one)) : [text])),
      literal: arg.literal && (line.literal || !arg.texts.some((text) => text.includes(mark))),
    })),
  );
}

/** What is read, by line; from its input, and from a process that stands for a file. */
function linesOf({ stdin, args }: Call): readonly Arg[] {
  const puts = args.flatMap((arg) => arg.puts ?? []);
  const lines = [...(stdin?.texts ?? []), ...puts].flatMap((text) => text.split('\n')).slice(0, 16);
  return [...(stdin?.texts === undefined ? [unknownArg] : []), ...lines.map((text) => ({ texts: [text], literal: false }))];
}

function commandStart(wrapper: Wrapper, call: Call, runner: Runner): { readonly start: number; readonly sure: boolean } {
  if (wrapper.unsure) return { start: 0, sure: false };
  const { args, head, depth } = call;
  let skips = wrapper.skips ?? 0;
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.literal === true ? (args[at]?.texts[0] ?? '') : undefined;
    if (text === undefined) return { start: at, sure: false };
    if (text === '--') {
      if (skips === 0) return { start: at + 1, sure: true };
      continue;
    }
    if (text.startsWith('-') && text !== '-') {
      const option = optionOf(text, wrapper);
      if (option === undefined) return { start: at, sure: false };
      const given = option.value === undefined ? (option.takesNext ? args[at + 1] : undefined) : { texts: [option.value], literal: true };
      const value = given !== undefined && head === 'env' ? withoutEscapes(given) : given;
      if (value !== undefined && wrapper.code?.includes(option.name)) runner.runCode(value, { head, depth: depth + 1 });
      if (value !== undefined && wrapper.writes?.includes(option.name)) writeTo(value, call, runner);
      if (value !== undefined && directoryOptions.has(`${head} ${option.name}`)) runner.scene.enter(value);
      if (option.takesNext) at++;
      // env reads what it splits as its own arguments, before those that follow.
      if (value !== undefined && head === 'env' && wrapper.code?.includes(option.name))
        runner.runArgv([literalArg('env'), ...splitWords(value), ...args.slice(at + 1)], { stdin: call.stdin, depth: depth + 1 });
      continue;
    }
    if (/^[A-Za-z_]\w*\+?=/.test(text)) {
      noteAssignment(text, call, runner);
      continue;
    }
    if (text === '-') continue;
    if (skips-- > 0) continue;
    return { start: at, sure: true };
  }
  return { start: args.length, sure: true };
}

/** What `env -S` makes of its text before it parts it: `\\_` and the like are blanks, and nothing comes behind `\\c`. */
function withoutEscapes({ texts, literal }: Arg): Arg {
  return { texts: texts.map((text) => text.replace(/\\c.*$/s, '').replaceAll(/\\[_fnrtv]/g, ' ')), literal };
}

/** A file, or a command that reads what would be in it. */
function writeTo(file: Arg, { head, depth }: Call, { scene, runCode }: Runner): void {
  for (const text of file.texts) {
    const program = /^[|!](.+)$/s.exec(text)?.[1];
    if (program === undefined) scene.touch('write', { texts: [text], literal: file.literal }, { head });
    else runCode({ texts: [program], literal: file.literal }, { head, depth: depth + 1 });
  }
}

interface OptionGiven {
  readonly name: string;
  readonly value?: string;
  readonly takesNext: boolean;
}

/** Options by which a wrapper changes the directory, as `cd` would. */
const directoryOptions = new Set([
  'env C',
  'env chdir',
  'sudo D',
  'sudo chdir',
  'systemd-run working-directory',
  'nsenter wd',
  'bwrap chdir',
  'proot w',
  'proot cwd',
]);

/** Undefined: whether the option takes the next word is not known. */
function optionOf(text: string, { valued = '', longs = [] }: Wrapper): OptionGiven | undefined {
  if (text.startsWith('--')) {
    const [name = '', ...rest] = text.slice(2).split('=');
    if (rest.length > 0) return { name: longs.find((long) => long.startsWith(name)) ?? name, value: rest.join('='), takesNext: false };
    const known = longs.filter((long) => long.startsWith(name));
    return known.length === 1 ? { name: known[0] ?? name, takesNext: true } : undefined;
  }
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (!valued.includes(letter)) continue;
    const beside = text.slice(at + 1);
    return beside === '' ? { name: letter, takesNext: true } : { name: letter, value: beside, takesNext: false };
  }
  return { name: text, takesNext: false };
}

function noteAssignment(text: string, { head, depth }: Call, runner: Runner): void {
  const at = text.indexOf('=');
  runner.scene.emit({ kind: 'exec', target: text.slice(0, at), origin: 'text', certainty: 'possible', head });
  runner.runCode({ texts: [text.slice(at + 1)], literal: true }, { head, depth: depth + 1, guess: true });
}

const splitStdin = ({ stdin }: Call): readonly Arg[] =>
  stdin?.texts?.flatMap((text) => splitWords({ texts: [text], literal: false })) ?? [];

function splitWords({ texts, literal }: Arg): readonly Arg[] {
  const split = texts.flatMap((text) => text.split(/\s+/).filter((word) => word !== ''));
  return split.map((text) => ({ texts: [text], literal }));
}

const joined = (args: readonly Arg[]): Arg => ({
  texts: [args.map(({ texts }) => texts[0] ?? '').join(' ')],
  literal: args.every(({ literal }) => literal),
});
