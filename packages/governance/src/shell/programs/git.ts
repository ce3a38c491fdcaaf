import type { Handler } from '../script/runner.ts';
import { unknownHost } from '../hosts/host-of-url.ts';
import { hostsNamed } from '../hosts/network.ts';
import { operandsOf } from './operands.ts';
import { literalArg, unknownArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';

const valuedGlobals = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
  '--config-env',
  '--attr-source',
]);
const networked = new Set([
  'fetch',
  'pull',
  'push',
  'clone',
  'ls-remote',
  'submodule',
  'remote',
  'archive',
  'send-email',
  'svn',
  'lfs',
  'request-pull',
]);
const settingsRead = new Set([
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--list',
  '-l',
  'get',
  'list',
  '--get-color',
  '--get-colorbool',
]);

/**
 * git runs programs that the repository's own settings name, whatever it is told to do. Beyond that: code in options and settings,
 * settings that are changed, files that are cleaned away, servers that are spoken to.
 */
export const git: Handler = (call, runner) => {
  const { head, depth } = call;
  const { scene } = runner;
  scene.emit({ kind: 'exec', target: 'git', origin: 'file', certainty: 'possible', head });
  const { globals, subcommand, rest } = split(call.args);
  const name = subcommand?.texts[0] ?? '';
  obeyFolders(globals, head, scene);
  for (const [at, global] of globals.entries()) {
    const text = global.texts[0] ?? '';
    const value = globals[at + 1];
    if (text === '-C' && value !== undefined) scene.enter(value);
    const setting = text === '-c' ? value?.texts[0] : /^-c(.+)$/s.exec(text)?.[1];
    if (setting?.includes('=') !== true) continue;
    scene.emit({ kind: 'exec', target: setting.split('=')[0] ?? setting, origin: 'text', certainty: 'possible', head });
    const code = setting.slice(setting.indexOf('=') + 1).replace(/^(?:!|ext::)/, '');
    const address = /\bext::(.+)\.\w+=/s.exec(setting)?.[1];
    if (address !== undefined) runner.runCode(literalArg(address), { head, depth: depth + 1, guess: true });
    runner.runCode(literalArg(code), { head, depth: depth + 1, guess: true });
  }
  for (const text of globals.flatMap(({ texts }) => texts))
    if (text.startsWith('--exec-path=')) scene.emit({ kind: 'exec', target: text.slice(12), origin: 'file', certainty: 'certain', head });
  // The repository's settings say where a remote is, unless the command does.
  if (networked.has(name) && !namesPlace(name, call)) scene.emit({ kind: 'network', target: '*', certainty: 'possible', head });
  if (name === 'config') changeSettings(rest, head, scene);
  if (name === 'rm') for (const path of pathsOr(rest, './*')) scene.touch('delete', path, { head });
  if (name === 'clean' && !isDryRun(rest)) for (const path of cleaned(rest)) scene.touch('delete', path, { head });
  if (name === 'reset' || name === 'checkout' || name === 'restore' || name === 'stash' || name === 'switch')
    scene.touch('write', literalArg('.'), { head, certainty: 'possible' });
  const run = rest.findIndex(({ texts }) => texts[0] === 'run' || texts[0] === 'foreach');
  if ((name === 'bisect' || name === 'submodule') && run >= 0) {
    const argv = rest.slice(run + 1).filter(({ texts }, at) => at > 0 || texts[0] !== '--recursive');
    runner.runArgv(argv, { stdin: undefined, depth: depth + 1 });
  }
  for (const code of codeAfter(name, rest)) runner.runCode(code, { head, depth: depth + 1, guess: true });
};

/** The repository that it is told of, or the one of the current directory; and where settings come from the environment. */
function obeyFolders(globals: readonly Arg[], head: string, scene: Parameters<Handler>[1]['scene']): void {
  scene.obey(literalArg('.'), head);
  for (const [at, { texts, literal }] of globals.entries()) {
    const next = globals[at + 1];
    for (const text of texts) {
      if (folderOptions.has(text) && next !== undefined) scene.obey(next, head);
      const [name = '', ...value] = text.split('=');
      if (folderOptions.has(name) && value.length > 0) scene.obey({ texts: [value.join('=')], literal }, head);
      if (name === '--config-env') scene.obey(unknownArg, head);
    }
  }
}

const folderOptions = new Set(['-C', '--git-dir', '--work-tree', '--exec-path']);

/** Whether all that is spoken to is named: nothing is taken from settings, old or new, nor from the repository. */
function namesPlace(name: string, call: Parameters<Handler>[0]): boolean {
  if (name !== 'clone' && name !== 'ls-remote') return false;
  const isPlain = call.args.every(({ literal, texts: [text = ''] }) => literal && !/^(?:-c|--c|--rec)/.test(text));
  const hosts = hostsNamed(call);
  return isPlain && hosts.length > 0 && !hosts.includes(unknownHost);
}

function split(args: readonly Arg[]): { globals: readonly Arg[]; subcommand: Arg | undefined; rest: readonly Arg[] } {
  let at = 0;
  while (at < args.length && args[at]?.literal === true && args[at]?.texts[0]?.startsWith('-') === true)
    at += valuedGlobals.has(args[at]?.texts[0] ?? '') ? 2 : 1;
  return { globals: args.slice(0, at), subcommand: args[at], rest: args.slice(at + 1) };
}

function changeSettings(rest: readonly Arg[], head: string, scene: Parameters<Handler>[1]['scene']): void {
  const texts = rest.map(({ texts: [text = ''] }) => text);
  const operands = operandsOf(rest);
  const changing = new Set([
    '--unset',
    '--unset-all',
    '--add',
    '--replace-all',
    '--remove-section',
    '--rename-section',
    '-e',
    '--edit',
    'set',
    'unset',
  ]);
  const reads = texts.some((text) => settingsRead.has(text)) || operands.length < 2;
  if (reads && !texts.some((text) => changing.has(text))) return;
  const name = operands.find(({ texts: [text = ''] }) => text.includes('.'))?.texts[0] ?? '*';
  const place = harmless.test(name) && texts.every((text) => !text.startsWith('-')) ? 'workspace' : 'protected';
  scene.emit({ kind: 'policy_change', target: `git config ${name}`, place, certainty: 'certain', head });
}

/** Settings of a repository that name no program, no file and no server. */
const harmless =
  /^(?:user\.(?:name|email)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|init\.defaultbranch|color\.[\w.]+|advice\.\w+|merge\.conflictstyle|rerere\.enabled|core\.(?:autocrlf|eol|filemode|ignorecase|longpaths|quotepath|abbrev)|fetch\.prune|rebase\.(?:autostash|autosquash)|diff\.(?:algorithm|renames|colormoved)|log\.date|commit\.verbose|tag\.sort)$/i;

/** Short options of `git clean`, in one word; what follows `e` is the pattern of what stays. */
const cleaning = /^-[dfinqxX]*(?:e.*)?$/;

/** `git clean -n` tells what it would take away. */
const isDryRun = (rest: readonly Arg[]): boolean =>
  rest.some(({ texts: [text = ''], literal }) => literal && (text === '--dry-run' || /^-[dfiqxX]*n[dfinqxX]*$/.test(text)));

/** Places that `git clean` is told of; a pattern of what stays is none. */
function cleaned(rest: readonly Arg[]): readonly Arg[] {
  const takesNext = ({ texts: [text = ''] }: Arg): boolean => text === '--exclude' || (cleaning.test(text) && text.endsWith('e'));
  return pathsOr(
    rest.filter((_, at) => at === 0 || !takesNext(rest[at - 1] ?? unknownArg)),
    './*',
  );
}

/** Paths as git takes them. One that begins with `:` may leave places out, or stand for the whole of what is there. */
function pathsOr(rest: readonly Arg[], fallback: string): readonly Arg[] {
  const paths = operandsOf(rest).map((path) => (path.texts.some((text) => text.startsWith(':')) ? literalArg('/') : path));
  return paths.length === 0 ? [literalArg(fallback)] : paths;
}

/** Arguments that subcommands run: `rebase -x`, `bisect run`, `submodule foreach`, filters of `filter-branch`, `difftool -x`, aliases. */
function codeAfter(name: string, rest: readonly Arg[]): readonly Arg[] {
  const texts = rest.map(({ texts: [text = ''] }) => text);
  const joined = (from: number): readonly Arg[] => [
    { texts: [texts.slice(from).join(' ')], literal: rest.every(({ literal }) => literal) },
  ];
  const run = texts.findIndex((text) => text === 'run' || text === 'foreach');
  if ((name === 'bisect' || name === 'submodule') && run >= 0) return joined(run + 1 + (texts[run + 1] === '--recursive' ? 1 : 0));
  if (name === 'config') return texts.filter((text) => /\s/.test(text)).map((text) => literalArg(text.replace(/^!/, '')));
  const short: Readonly<Record<string, RegExp>> = {
    rebase: /^-[a-zA-Z]*x/,
    difftool: /^-[a-zA-Z]*x/,
    grep: /^-[a-zA-Z]*O/,
    fetch: /^-u$/,
    clone: /^-u$/,
  };
  const option = Object.hasOwn(short, name) ? short[name] : undefined;
  if (name === 'filter-branch') return texts.filter((text) => /\s/.test(text)).map(literalArg);
  if (option === undefined) return [];
  return texts.flatMap((text, at) => (option.test(text) ? [literalArg(text.replace(option, '') || (texts[at + 1] ?? ''))] : []));
}
