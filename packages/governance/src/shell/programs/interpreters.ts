import type { Call } from '../script/call.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { codeTakenBy } from '../code/code-languages.ts';
import type { TakesCode } from '../code/code-languages.ts';
import { touchFilesInCode } from '../code/code-files.ts';
import { hostsInCode } from '../hosts/host-headers.ts';
import { tellHost } from '../hosts/network.ts';
import { unknownMark } from '../places/path.ts';
import { bracketedIn, quotedIn } from '../script/quoted-texts.ts';
import { literalArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';

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

/** The handler of a program that runs code which it is given. */
export function interpreterHandler(head: string): Handler | undefined {
  if (shells.has(head)) return runShell;
  const taken = codeTakenBy(head);
  return taken === undefined ? undefined : (call, runner) => runLanguage(taken, call, runner);
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

function runLanguage({ after, runsFiles }: TakesCode, call: Call, runner: Runner): void {
  const { head, args, stdin } = call;
  runner.scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  const codes = codeArgs(after, args);
  for (const code of codes) runForeign(code, call, runner);
  if (after.length > 0) for (const text of args.flatMap(({ puts = [] }) => puts)) runForeign(foreign(text), call, runner);
  if (codes.length > 0) return;
  if (runsFiles) {
    const file = args.find(({ texts, literal }) => !literal || !(texts[0]?.startsWith('-') === true || texts[0] === 'run'));
    if (file !== undefined && file.texts[0] !== '-') return runFile(file, call, runner);
    runStdin(call, runner);
  }
  if (after.length > 0) for (const text of stdin?.texts ?? []) runForeign(foreign(text), call, runner);
}

const foreign = (text: string): Arg => ({ texts: [text], literal: !text.includes(unknownMark) });

/** Each argument where any may be code (`*`); elsewhere it is what follows the options, beside them or after them, clusters included. */
function codeArgs(options: readonly string[], args: readonly Arg[]): readonly Arg[] {
  if (options.includes('*')) return args;
  return args.flatMap((arg, at) => {
    const text = arg.texts[0] ?? '';
    // A word, and not an option: what it is followed by may be options first.
    if (/^\w/.test(text) && options.includes(text)) return args.slice(at + 1).filter((one) => one.texts[0]?.startsWith('-') !== true);
    const option = options.find((one) => text === one || text.startsWith(`${one}=`) || (one.length === 2 && isCluster(text, one)));
    if (option === undefined) return [];
    const beside = text.slice(text.indexOf(option.at(-1) ?? '') + 1).replace(/^=/, '');
    const next = args[at + 1];
    return [...(beside === '' ? [] : [{ texts: [beside], literal: arg.literal }]), ...(next === undefined ? [] : [next])];
  });
}

const isCluster = (text: string, option: string): boolean => /^-[^-]/.test(text) && text.includes(option.slice(1));

/** Code of another language is not read; files that it names within quotes may be changed, and texts in quotes be run. */
function runForeign(code: Arg, call: Call, runner: Runner): void {
  const { head } = call;
  runner.scene.emit({ kind: 'exec', target: head, origin: code.literal ? 'text' : 'dynamic', certainty: 'certain', head });
  // Of a program of another kind it is not sure that it is code.
  if (codeTakenBy(head)?.runsFiles === false) runner.aside((aside) => lookIntoForeign(code, call, aside));
  else lookIntoForeign(code, call, runner);
}

/**
 * Looks at texts within quotes in code of another language as shell code, since it may run them, and at lists of them as a program with its arguments.
 * `isSure`: files that it names only perhaps are left out.
 */
export function lookIntoForeign(
  code: Arg,
  { head, depth }: Pick<Call, 'head' | 'depth'>,
  { scene, runCode, runArgv }: Runner,
  { isSure = false } = {},
): void {
  if (!head.endsWith('awk')) touchFilesInCode(code, head, { scene, isSure });
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
const startsPrograms =
  /subprocess|system|exec|spawn|popen|\b(?:run|run-program|call|cmd|sh|check_\w+|command|fork|process|proc_open|runner|wrapper|linker)\b/i;
const programName = /^(?:[\w.+-]+|\.{0,2}\/\S*)$/;

/** Texts within quotes that follow one another, parted by commas alone: what may be the words of a command. */
function listsIn(code: string): readonly (readonly string[])[] {
  const lists: string[][] = [];
  let end: number | undefined;
  for (const { text, from, to } of quotedIn(code)) {
    const between = end === undefined ? '' : code.slice(end + 1, from - 1);
    if (between.length < 16 && /^(?:[\s)\]]*,\s*\{?\s*(?:\w+\s*[:=]\s*)?[\s([]*|\s+(?:\(list\s+)?)$/.test(between))
      lists.at(-1)?.push(text);
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
