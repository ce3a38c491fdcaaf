import type { Call } from './call.ts';
import type { Handler, Runner } from './runner.ts';
import { touchFilesInCode } from './code-files.ts';
import { hostsInCode } from './host-headers.ts';
import { tellHost } from './network.ts';
import { unknownMark } from './path.ts';
import { bracketedIn, quotedIn } from './quoted-texts.ts';
import { literalArg } from './word.ts';
import type { Arg } from './word.ts';

const shells = new Set([
  'sh',
  'bash',
  'dash',
  'zsh',
  'ksh',
  'mksh',
  'ash',
  'fish',
  'csh',
  'tcsh',
  'rbash',
  'yash',
  'osh',
  'nu',
  'elvish',
  'xonsh',
  'bash-static',
  'zsh-static',
]);

export const isShell = (name: string): boolean => shells.has(name);

/** Programs that run code of other languages, with the options that are followed by it. */
const languages: Readonly<Record<string, readonly string[]>> = {
  python: ['-c'],
  pypy: ['-c'],
  node: ['-e', '-p', '--eval', '--print', '-r', '--require', '--import'],
  nodejs: ['-e', '-p', '--eval', '--print'],
  deno: ['eval'],
  bun: ['-e', '--eval'],
  tsx: ['-e'],
  perl: ['-e', '-E'],
  ruby: ['-e'],
  php: ['-r'],
  lua: ['-e'],
  luajit: ['-e'],
  rscript: ['-e'],
  julia: ['-e'],
  osascript: ['-e'],
  pwsh: ['-c', '-Command', '-EncodedCommand'],
  powershell: ['-c', '-Command', '-EncodedCommand'],
  elixir: ['-e', '--eval'],
  erl: ['-eval'],
  clojure: ['-e'],
  clj: ['-e'],
  sbcl: ['--eval'],
  racket: ['-e'],
  swift: ['-e'],
  ocaml: ['-e'],
  r: ['-e'],
  ghc: ['-e'],
  irb: ['-e'],
  octave: ['--eval'],
  jrunscript: ['-e'],
  jshell: ['-e'],
  crystal: ['eval'],
  tclsh: [],
  expect: ['-c'],
  groovy: ['-e'],
  scala: ['-e'],
  guile: ['-c'],
  ghci: ['-e'],
  gawk: [],
  mawk: [],
  nawk: [],
  awk: [],
  sqlite3: [],
  psql: [],
  mysql: [],
  gdb: [],
  make: [],
  m4: [],
  bc: [],
  ed: [],
  ex: [],
  vim: [],
};

/** The handler of a program that runs code which it is given. */
export function interpreterHandler(head: string): Handler | undefined {
  if (shells.has(head)) return runShell;
  const bare = head.toLowerCase().replace(/[\d.]+$/, '');
  const options = Object.hasOwn(languages, bare) ? languages[bare] : undefined;
  return options === undefined ? undefined : (call, runner) => runLanguage(options, call, runner);
}

/** A shell runs the text after `-c`, else its first operand's file, else its input. */
function runShell(call: Call, runner: Runner): void {
  const { head, args, depth } = call;
  runner.scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  let codeNext = false;
  let reads = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    const text = arg?.texts[0] ?? '';
    if (arg === undefined) continue;
    if (arg.literal && /^[-+]/.test(text) && text.length > 1 && text !== '--') {
      if (isCodeOption(head, text)) codeNext = true;
      if (/^-[a-zA-Z]*s/.test(text)) reads = true;
      if (takesValue(text)) at++;
      const beside = /^--?(?:command|c|init-file|rcfile)=(.*)$/s.exec(text)?.[1];
      if (beside !== undefined) runner.runCode({ texts: [beside], literal: true }, { head, depth: depth + 1, guess: true });
      continue;
    }
    if (text === '--' || text === '-') continue;
    if (codeNext) {
      runner.scene.givePositional(args.slice(at + 1), 0);
      return runner.runCode(arg, { head, depth: depth + 1 });
    }
    if (!reads) return runFile(arg, call, runner);
  }
  return runStdin(call, runner);
}

const isCodeOption = (head: string, text: string): boolean =>
  /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text) || text === '--command' || (head === 'fish' && text === '-C');

const takesValue = (text: string): boolean =>
  ['--rcfile', '--init-file', '-o', '+o', '-O', '+O'].includes(text) || /^[-+][a-zA-Z]*[oO]$/.test(text);

function runLanguage(options: readonly string[], call: Call, runner: Runner): void {
  const { head, args } = call;
  runner.scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  const codes = codeArgs(head, options, args);
  for (const code of codes) runForeign(code, call, runner);
  if (options.length > 0 || head.endsWith('awk'))
    for (const text of args.flatMap(({ puts = [] }) => puts))
      runForeign({ texts: [text], literal: !text.includes(unknownMark) }, call, runner);
  if (codes.length > 0) return;
  const file = args.find(({ texts, literal }) => !literal || !(texts[0]?.startsWith('-') === true || texts[0] === 'run'));
  if (file !== undefined && file.texts[0] !== '-') return runFile(file, call, runner);
  runStdin(call, runner);
  if (options.length === 0) return;
  for (const text of call.stdin?.texts ?? []) runForeign({ texts: [text], literal: !text.includes(unknownMark) }, call, runner);
}

/** awk's first operand is code; elsewhere it is what follows the options, beside them or after them, clusters included. */
function codeArgs(head: string, options: readonly string[], args: readonly Arg[]): readonly Arg[] {
  if (head.endsWith('awk')) return args;
  return args.flatMap((arg, at) => {
    const text = arg.texts[0] ?? '';
    const option = options.find((one) => text === one || text.startsWith(`${one}=`) || (one.length === 2 && isCluster(text, one)));
    if (option === undefined) return [];
    const beside = text.slice(text.indexOf(option.at(-1) ?? '') + 1).replace(/^=/, '');
    const next = args[at + 1];
    return [...(beside === '' ? [] : [{ texts: [beside], literal: arg.literal }]), ...(next === undefined ? [] : [next])];
  });
}

const isCluster = (text: string, option: string): boolean => /^-[^-]/.test(text) && text.includes(option.slice(1));

/**
 * Code of another language is not read; texts within quotes in it are looked at as shell code, since it may run them, and lists of them as a
 * program with its arguments. Files that it names so may be changed.
 */
function runForeign(code: Arg, { head, depth }: Call, { scene, runCode, runArgv }: Runner): void {
  scene.emit({ kind: 'exec', target: head, origin: code.literal ? 'text' : 'dynamic', certainty: 'certain', head });
  if (!head.endsWith('awk')) touchFilesInCode(code, head, scene);
  for (const text of code.texts) {
    for (const host of hostsInCode(text)) tellHost(host, { head, scene, certainty: 'possible' });
    for (const quoted of [...quotedIn(text).map((one) => one.text), ...bracketedIn(text)]) {
      if (/\s|^\w+$/.test(quoted)) runCode({ texts: [quoted], literal: true }, { head, depth: depth + 1, guess: true });
      const piped = /^\s*\|(?!\|)(.+)$|^(.*[^|])\|\s*$/s.exec(quoted);
      const program = piped?.[1] ?? piped?.[2];
      if (program !== undefined) runCode(literalArg(program), { head, depth: depth + 1, guess: true });
    }
    if (startsPrograms.test(text)) for (const argv of listsIn(text)) runArgv(argv.map(literalArg), { stdin: undefined, depth: depth + 1 });
  }
}

/** Functions that start a program with a list of arguments. */
const startsPrograms = /subprocess|system|exec|spawn|popen|\b(?:run|run-program|call|cmd|sh|check_\w+|command|fork|process|proc_open)\b/i;
const programName = /^(?:[\w.+-]+|\.{0,2}\/\S*)$/;

/** Texts within quotes that follow one another, parted by commas alone: what may be the words of a command. */
function listsIn(code: string): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let end: number | undefined;
  for (const { text, from, to } of quotedIn(code)) {
    const between = end === undefined ? '' : code.slice(end + 1, from - 1);
    if (between.length < 16 && /^(?:[\s)\]]*,\s*(?:\w+\s*[:=]\s*)?[\s([]*|\s+(?:\(list\s+)?)$/.test(between)) lists.at(-1)?.push(text);
    else lists.push([text]);
    end = to;
  }
  return lists.filter(([name = '', ...args]) => args.length > 0 && programName.test(name));
}

/** Runs what a file holds. */
export function runFile(file: Arg, { head, stdin, depth }: Call, runner: Runner): void {
  const isInput = file.texts.some((text) => /^\/dev\/(stdin|fd\/\d+)$|^-$/.test(text));
  if (isInput) return runStdin({ head, stdin, depth, args: [], plain: true }, runner);
  const address = file.texts.find((text) => /^(?:https?|ftp|npm|jsr):/i.test(text));
  if (address !== undefined) return runner.scene.emit({ kind: 'exec', target: address, origin: 'network', certainty: 'certain', head });
  const origin = file.literal ? 'file' : 'dynamic';
  for (const path of runner.scene.pathsOf(file)) runner.scene.emit({ kind: 'exec', target: path, origin, certainty: 'certain', head });
  if (!file.literal) runner.scene.emit({ kind: 'exec', target: '*', origin, certainty: 'certain', head });
}

/** Runs what the input holds: looked at where it is known from the command itself. */
function runStdin({ head, stdin, depth }: Call, { scene, runCode }: Runner): void {
  if (stdin?.texts === undefined) {
    scene.emit({ kind: 'exec', target: 'standard input', origin: 'dynamic', certainty: 'certain', head });
    return;
  }
  for (const text of stdin.texts) runCode({ texts: [text], literal: true }, { head, depth: depth + 1, guess: true });
}
