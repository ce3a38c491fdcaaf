import type { Call } from '../script/call.ts';
import { lookIntoForeign } from './interpreters.ts';
import { statementsIn } from './powershell-words.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { runFile } from './interpreters.ts';
import { literalArg, unknownArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** What commands of PowerShell and of the shell of Windows, and the names that they are shortened to, are called elsewhere. */
const calledElsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rm: 'remove-item ri rd del erase clear-item cli rmdir rm',
    tee: 'set-content add-content ac sc clear-content clc out-file tee-object new-item ni md mkdir set-item si export-csv epcsv export-clixml start-transcript',
    cp: 'copy-item copy cpi xcopy robocopy',
    mv: 'move-item move mi rename-item ren rni',
    cat: 'get-content gc type get-childitem gci dir select-string sls import-csv ipcsv import-clixml',
    eval: 'invoke-expression iex',
    curl: 'invoke-webrequest iwr invoke-restmethod irm start-bitstransfer',
    pushd: 'set-location sl push-location',
    env: 'start-process saps start invoke-command icm start-job sajb call',
  }).flatMap(([name, called]) => words(called).map((one) => [one, name] as const)),
);

/** Parameters whose value is no path. */
const besidePaths =
  /^-(?:va(?:lue)?|encoding|filter|include|exclude|itemtype|type|name|verb|erroraction|ea|depth|totalcount|tail|first|last|method|body|headers)$/i;

const isParameter = ({ texts: [text = ''] }: Arg): boolean => /^-[a-z]\w*:?$/i.test(text) || /^\/[a-z]$/i.test(text);

/** Of several starts of a name the shortest is told by. */
const command = /^[-/–—]c(?:o(?:m(?:m(?:a(?:n(?:d)?)?)?)?)?)?$|^\/[ck]$/i;
const encoded = /^[-/–—]e(?:c|n[a-z]*)?$/i;
const ofFile = /^[-/–—]f(?:i(?:le?)?)?$/i;

/**
 * PowerShell, or the shell of Windows, runs all that follows the option for a command, else its first operand or what it reads. What it is given
 * encoded nobody could read. The code is taken apart into words, and each command looked at as what it is called elsewhere.
 */
export const powershell: Handler = (call, runner) => {
  const { head, args, stdin } = call;
  const { scene } = runner;
  const texts = args.map(({ texts: [text = ''] }) => text);
  if (head !== 'cmd' && texts.some((text) => encoded.test(text)))
    scene.emit({ kind: 'exec', target: head, origin: 'decoded', certainty: 'certain', head });
  const file = args[texts.findIndex((text) => ofFile.test(text)) + 1];
  if (head !== 'cmd' && texts.some((text) => ofFile.test(text)) && file !== undefined) return runFile(file, call, runner);
  const given = args.slice(texts.findIndex((text) => command.test(text)) + 1).filter((arg, at) => at > 0 || arg.texts[0] !== '-');
  const isGiven = given.length > 0 && !(given.length === args.length && given.every(isParameter));
  if (!isGiven && stdin?.texts === undefined)
    scene.emit({ kind: 'exec', target: 'standard input', origin: 'dynamic', certainty: 'certain', head });
  for (const code of isGiven ? [given.map(({ texts: [text = ''] }) => text).join(' ')] : (stdin?.texts ?? []))
    runCommands(code, call, runner);
};

function runCommands(code: string, call: Call, runner: Runner): void {
  lookIntoForeign(literalArg(code), call, runner);
  runner.aside((aside) => {
    let before: readonly Arg[] = [];
    for (const { words: given, isPiped } of statementsIn(code)) {
      const [name = literalArg(''), ...args] = given;
      const operands = args.filter((arg, at) => !isParameter(arg) && !besidePaths.test(args[at - 1]?.texts[0] ?? ''));
      const read = isPiped ? before : [];
      runCommand(name, { args, operands, read }, { call, runner: aside });
      before = [...operands, ...read];
    }
  });
}

interface Given {
  readonly args: readonly Arg[];
  /** Those that are no parameters. */
  readonly operands: readonly Arg[];
  /** What a pipe gives it: places, as far as it is known. */
  readonly read: readonly Arg[];
}

function runCommand(
  name: Arg,
  { args, operands, read }: Given,
  { call: { head, depth }, runner }: { readonly call: Call; readonly runner: Runner },
): void {
  const called = name.texts[0]?.toLowerCase().replaceAll(/^.*[/\\]|\.exe$/g, '') ?? '';
  const as = calledElsewhere.get(called);
  const within = { stdin: { texts: [] }, depth: depth + 1 };
  // What a pipe gives it, or what stands in parentheses, is computed.
  if (as === 'eval') return runner.runCode(operands[0] ?? unknownArg, { head, depth: depth + 1, guess: true });
  runner.runArgv(as === undefined || as === 'env' ? [name, ...args] : [literalArg(as), ...operands, ...read], within);
  if (as === 'env') runner.runArgv(operands, within);
}
