import type { Call } from '../script/call.ts';
import { holdsCode } from './code-variables.ts';
import type { Runner } from '../script/runner.ts';
import { literalArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** Variables that hold options of a program, by its name. */
const programs: ReadonlyMap<string, string> = new Map([
  ['NODE_OPTIONS', 'node'],
  ['MAKEFLAGS', 'make'],
  ['GNUMAKEFLAGS', 'make'],
  ['GOFLAGS', 'go'],
  ['TAR_OPTIONS', 'tar'],
  ['RUBYOPT', 'ruby'],
  ['PERL5OPT', 'perl'],
  ['RUSTFLAGS', 'rustc'],
  ['LESS', 'less'],
  ['FZF_DEFAULT_OPTS', 'fzf'],
  ['MAVEN_ARGS', 'mvn'],
  ['PYTEST_ADDOPTS', 'pytest'],
  ['RCLONE_OPTIONS', 'rclone'],
]);

/** Whether what a variable holds may be code, or options among which may be some. */
export const mayHoldCode = (name: string): boolean =>
  holdsCode(name) || pagerOptions.has(name) || namesProgram(name) || programOf(name) !== undefined;

/** Of pagers, in which code stands behind a mark. */
const pagerOptions = new Set(['LESS', 'MORE']);

const programOf = (name: string): string | undefined => programs.get(name.replace(/^-+/, '').replaceAll('-', '_').toUpperCase());

/** Looks at what a variable holds, or an option such as `--node-options`, that is code or options of a program. */
export function runVariable(name: string, value: Arg, { within, runner }: Within): void {
  const [head, depth] = [within.head, within.depth + 1];
  if (holdsCode(name) || pagerOptions.has(name)) runner.runCode(value, { head, depth, guess: true });
  const program = programOf(name);
  const texts = value.texts.flatMap((text) => [...new Set([text, text.replaceAll('\\ ', ' ')])]);
  runner.aside((aside) => {
    if (namesProgram(name)) aside.runCode(value, { head, depth, guess: true });
    // Each program takes its options apart in its own way: they are words of a shell, or parted by blanks, or one of them.
    for (const text of program === undefined ? [] : texts) {
      aside.runCode({ ...value, texts: [`${program} ${text}`] }, { head, depth, guess: true });
      aside.runArgv([program ?? '', ...text.split(/\s+/)].map(literalArg), { stdin: undefined, depth });
      aside.runArgv([literalArg(program ?? ''), { ...value, texts: [text] }], { stdin: undefined, depth });
    }
  });
}

interface Within {
  readonly within: Pick<Call, 'head' | 'depth'>;
  readonly runner: Runner;
}

/** Variables that name a program beside those that all programs obey; only the program that they are given to may do so. */
export const namesProgram = (name: string): boolean => namesOfPrograms.has(name) || endsAsProgram.test(name);

const endsAsProgram = /(?:_|^)(?:RUNNER|WRAPPER|LINKER|PASSCOMMAND|EXTERNAL_DIFF|SCRIPT_SHELL|POST_RENDERER|CREDENTIAL_PROCESS)$/i;
const namesOfPrograms = new Set(words('CC CXX CPP LD AR AS FC RUSTC RUSTDOC MAKE MAKEFILES GIT_EDITOR YACC LEX INSTALL'));
