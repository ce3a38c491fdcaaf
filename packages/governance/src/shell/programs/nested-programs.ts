import type { Call } from '../script/call.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { isShell, lookIntoForeign } from './interpreters.ts';
import type { Scene } from '../script/scene.ts';
import type { Arg } from '../script/word.ts';
import { literalArg, unknownArg } from '../script/word.ts';
import { words } from '../words.ts';

/** Programs that run another one after a word of theirs; without words, right after their options. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  pnpx: [],
  uvx: [],
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'run'],
  bun: ['x'],
  deno: ['x'],
  uv: ['run', 'tool'],
  poetry: ['run'],
  pipenv: ['run'],
  pipx: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  conda: ['run'],
  bundle: ['exec'],
  direnv: ['exec'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  nix: ['run', 'shell', 'develop'],
  gdb: ['--args'],
  screen: [],
  ip: ['exec'],
  op: ['run'],
  doppler: ['run'],
  dotenvx: ['run'],
  infisical: ['run'],
  'aws-vault': ['exec'],
  chamber: ['exec'],
  watchexec: [],
  cmake: ['env', 'time', 'chdir', 'rm', 'remove', 'remove_directory'],
  cargo: ['--'],
  consul: ['watch', 'lock', 'exec'],
  etcdctl: ['watch', 'lock', '--', 'elect'],
  just: ['--command', '-c'],
  xterm: ['-e'],
  urxvt: ['-e'],
  konsole: ['-e'],
  'gnome-terminal': [],
  'xfce4-terminal': [],
  alacritty: [],
  kitty: [],
  hyperfine: [],
  concurrently: [],
};

/** Programs that give what they are told to a shell, or to a program elsewhere. */
const shellsOf: Readonly<Record<string, readonly string[]>> = {
  tmux: [
    'new',
    'new-session',
    'neww',
    'new-window',
    'splitw',
    'split-window',
    'respawnp',
    'respawn-pane',
    'run',
    'run-shell',
    'if',
    'if-shell',
    'popup',
    'send',
    'send-keys',
    'pipe-pane',
    'bind',
    'bind-key',
    'set-hook',
  ],
  screen: ['stuff', 'exec'],
};

/** Programs of which each argument with blanks may be given to a shell. */
const shellsOfAll = new Set(
  words(`
    watchexec hyperfine concurrently ansible ansible-playbook salt salt-call salt-ssh puppet chef-apply nodemon cargo consul fc at logrotate
    pssh pdsh clush fab wireit npm-run-all run-p run-s turbo nx lerna just entr reflex gow air modd bazel bazelisk sops pm2 mprocs
  `),
);

/** Programs that run what they are told on another machine, or in one that is made for it. */
export const remoteRunners: ReadonlySet<string> = new Set(
  words(`
    ssh docker docker-compose podman podman-compose nerdctl kubectl oc lxc wsl machinectl multipass vagrant buildah mosh autossh adb fly flyctl gcloud az aws
    heroku kamal cap limactl colima minikube kind nomad eksctl
  `),
);

/** Whether it is known to run other programs, or code, on this machine. */
export const isRunner = (head: string): boolean => Object.hasOwn(runners, head) || Object.hasOwn(shellsOf, head) || shellsOfAll.has(head);

/** A connection to the machine itself: what runs there runs here. */
const thisMachine = /^(?:ssh:\/\/)?(?:[^@\s]+@)?(?:localhost|ip6-localhost|127(?:\.\d{1,3}){0,3}|0(?:\.0){0,3}|\[?::1\]?)(?::\d+)?$/i;

/** What awk writes, and what it gives to a shell that is not written out. */
function runAwk(texts: readonly string[], { head, depth }: Pick<Call, 'head' | 'depth'>, { scene, runCode }: Runner): void {
  for (const text of texts) {
    if (/system\s*\(/.test(text)) for (const code of textsBeside(text)) runCode(literalArg(code), { head, depth: depth + 1, guess: true });
    if (/getline\s*\w*\s*<\s*[(A-Za-z_$]/.test(text))
      for (const file of textsBeside(text)) if (file.includes('/')) scene.touch('read', literalArg(file), { head, certainty: 'possible' });
    for (const { groups } of text.matchAll(/<\s*"(?<file>[^"]+)"/g))
      scene.touch('read', literalArg(groups?.['file'] ?? ''), { head, certainty: 'possible' });
    for (const { groups } of text.matchAll(/>>?\s*"(?<file>[^"]+)"/g)) scene.touch('write', literalArg(groups?.['file'] ?? ''), { head });
    for (const file of namedByVariable(text)) scene.touch('write', literalArg(file), { head, certainty: 'possible' });
    if (!/system\s*\(\s*[^"\s)]|\|\s*(?:getline|"(?:ba|da|z)?sh"|[a-z_])/i.test(text)) continue;
    runCode(unknownArg, { head, depth: depth + 1 });
    for (const one of texts) {
      const value = /^[a-z_]\w*=(.+)$/is.exec(one)?.[1];
      if (value !== undefined) runCode(literalArg(value), { head, depth: depth + 1, guess: true });
    }
  }
}

/** Texts of a script of awk that writes to a file which a variable names: each by itself, and those beside each other as one. */
function namedByVariable(text: string): readonly string[] {
  if (!/>\s*[(A-Za-z_$]/.test(text)) return [];
  return textsBeside(text).filter((file) => file.includes('/'));
}

/** Texts in quotes, each by itself, and those beside each other as one. */
function textsBeside(text: string): readonly string[] {
  const runs = [...text.matchAll(/"[^"\n]*"(?:\s*"[^"\n]*")*/g)].map(([run]) => [...run.matchAll(/"([^"]*)"/g)].map(([, one = '']) => one));
  return runs.flatMap((run) => (run.length > 1 ? [...run, run.join('')] : run));
}

/** What a daemon is started as: the program that an option names, with what follows the options. */
function startDaemon({ args, stdin, depth }: Call, { runArgv }: Runner): void {
  const ends = args.findIndex(({ texts }) => texts[0] === '--');
  for (const [at, { texts }] of args.entries()) {
    const beside = /^--(?:exec|startas)=(.+)$/s.exec(texts[0] ?? '')?.[1];
    const program = beside === undefined ? args[at + 1] : literalArg(beside);
    if (program === undefined || (beside === undefined && !/^(?:-[a-zA-Z]*[xa]|--exec|--startas)$/.test(texts[0] ?? ''))) continue;
    runArgv([program, ...(ends < 0 ? [] : args.slice(ends + 1))], { stdin, depth: depth + 1 });
  }
}

/** Options by which they are told of the directory to be in. */
const folderOptions = new Set(words('-C --dir --cwd --directory --chdir'));

/** What it reads is code: of which language is not known. */
function runInput({ head, args, stdin, depth }: Call, runner: Runner): void {
  runner.runCode(unknownArg, { head, depth: depth + 1 });
  for (const text of [...(stdin?.texts ?? []), ...args.flatMap(({ puts = [] }) => puts)])
    lookIntoForeign(literalArg(text), { head, depth }, runner);
}

/** Code that is fetched to be run. */
function runAddress(text: string, head: string, scene: Scene): void {
  if (/^https?:\/\//i.test(text)) scene.emit({ kind: 'exec', target: text, origin: 'network', certainty: 'certain', head });
}

/** A package by the name of its program: `npm:x`, `x@1`. */
const withoutVersion = ({ texts, ...arg }: Arg): Arg => ({
  ...arg,
  texts: texts.map((text) => text.replace(/^(?:npm|jsr|pkg):/, '').replace(/(?<=.)@[\w.^~*-]+$/, '')),
});

/** Words that may begin the program; more are options and what belongs to them. */
const mostStarts = 4;

/** Looks at a program that another one is told to run, by whichever of the words it may begin with. */
export const runNested: Handler = ({ head, args, stdin, depth }, runner) => {
  const { scene } = runner;
  const texts = args.map(({ texts: [text = ''] }) => text);
  const steps = Object.hasOwn(runners, head) ? runners[head] : undefined;
  const from = steps === undefined ? -1 : steps.length === 0 ? 0 : texts.findIndex((text) => steps.includes(text)) + 1;
  if (head === 'start-stop-daemon') startDaemon({ head, args, stdin, depth, plain: true }, runner);
  if (head.endsWith('awk')) runAwk([...texts, ...args.flatMap(({ puts = [] }) => puts)], { head, depth }, runner);
  if (steps !== undefined && (from > 0 || steps.length === 0)) {
    if (texts.includes('-')) runInput({ head, args, stdin, depth, plain: true }, runner);
    for (const [at, text] of texts.entries()) if (folderOptions.has(text)) scene.enter(args[at + 1] ?? unknownArg);
    const starts = texts.flatMap((text, at) => (at >= from && !text.startsWith('-') ? [at] : [])).slice(0, mostStarts);
    for (const at of starts)
      runner.runArgv([...args.slice(at, at + 1).map(withoutVersion), ...args.slice(at + 1)], { stdin, depth: depth + 1 });
    for (const at of starts.slice(0, 1)) runAddress(texts[at] ?? '', head, scene);
  }
  const shell = Object.hasOwn(shellsOf, head) ? shellsOf[head] : undefined;
  if (shellsOfAll.has(head) || shell?.some((step) => texts.includes(step)))
    for (const text of [...texts, ...args.flatMap(({ puts = [] }) => puts)].filter((one) => /[\s{$`]/.test(one)))
      runner.runCode(literalArg(text), { head, depth: depth + 1, guess: true });
  if (head === 'ssh') {
    const to = texts.findIndex((text) => thisMachine.test(text));
    const code = to < 0 ? '' : texts.slice(to + 1).join(' ');
    if (code !== '')
      runner.runCode({ texts: [code], literal: args.every(({ literal }) => literal) }, { head, depth: depth + 1, guess: true });
  }
  // What is read is code there.
  if (remoteRunners.has(head) && texts.some((text) => isShell(text.split('/').at(-1) ?? '')))
    runner.runCode(unknownArg, { head, depth: depth + 1 });
};
