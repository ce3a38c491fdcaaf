import { words } from '../words.ts';

/** How a program takes code of another language. */
export interface TakesCode {
  /** Options, or words, that are followed by it; `*`: any argument may be. */
  readonly after: readonly string[];
  /** Whether a file that it is given, else what it reads, is code, too. */
  readonly runsFiles: boolean;
}

/** Interpreters, with what is followed by code. Those without any run what they read as a shell would. */
const interpreters: Readonly<Record<string, string>> = {
  'python pypy': '-c',
  'node nodejs': '-e -p --eval --print -r --require --import --loader --experimental-loader',
  deno: 'eval',
  bun: '-e -p --eval --print',
  tsx: '-e -p --eval --print --import',
  perl: '-e -E',
  ruby: '-e',
  php: '-r -B -R -E --run --process-begin --process-code --process-end --execute',
  'lua luajit': '-e',
  'rscript r': '-e',
  julia: '-e -E --eval --print',
  osascript: '-e',
  elixir: '-e --eval --rpc-eval',
  erl: '-eval',
  'clojure clj': '-e --eval',
  sbcl: '--eval --load',
  'racket swift ocaml ghc ghci irb jrunscript groovy scala': '-e',
  octave: '--eval',
  jshell: '-e',
  crystal: 'eval',
  expect: '-c',
  guile: '-c',
  'awk gawk mawk nawk': '*',
  'psql mysql gdb make bc ed ex vim tclsh': '',
};

/** Programs of other kinds that take code, too, with what is followed by it. */
const tools: Readonly<Record<string, string>> = {
  'ts-node tsnode ts-node-esm esm esno esmo jiti babel-node electron vite-node zx qjs njs coffee lsc': '-e -p -pe --eval --print',
  'ipython bpython ptpython jython graalpy sage django-admin flask manage.py': '-c --command',
  'jruby truffleruby mruby': '-e',
  rake: '-e -E -p --execute --execute-print --execute-continue',
  rails: 'runner r -e',
  'wp drush': 'eval php:eval ev php-eval',
  'texlua iex mix nim nims amm jbang scala-cli kotlin gosh csi ecl ccl clisp gracket bb latexmk':
    '-e -c -x --eval --rpc-eval --command --execute e',
  matlab: '-r -batch',
  dotnet: 'eval',
  'mongosh mongo': '--eval',
  'redis-cli valkey-cli keydb-cli': 'eval EVAL --eval',
  'gradle gradlew': '-I --init-script',
  'mlr rename prename file-rename perl-rename goawk frawk': '*',
};

const taking = (table: Readonly<Record<string, string>>, runsFiles: boolean): readonly (readonly [program: string, taken: TakesCode])[] =>
  Object.entries(table).flatMap(([programs, after]) =>
    words(programs).map((program) => [program, { after: after === '' ? [] : words(after), runsFiles }] as const),
  );

const byProgram: ReadonlyMap<string, TakesCode> = new Map([...taking(tools, false), ...taking(interpreters, true)]);

/** How such a program takes code, whichever version of it stands in its name. */
export const codeTakenBy = (head: string): TakesCode | undefined => byProgram.get(head.toLowerCase().replace(/[\d.]+$/, ''));
