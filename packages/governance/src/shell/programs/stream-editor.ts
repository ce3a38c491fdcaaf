import type { Call } from '../script/call.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { operandsOf } from './operands.ts';
import { unknownMark } from '../places/path.ts';
import { readSedScript } from './sed-script.ts';
import { literalArg, unknownArg } from '../script/word.ts';

/** `sed -i` and options like it write; the script itself may run or write, too. */
export const streamEditor: Handler = (call, runner) => {
  const { head, args, depth } = call;
  for (const { texts, puts = [] } of args)
    for (const text of [...texts, ...puts]) {
      const code = /(?:^|[\s;}!\d$/])e\s+(\S.*)$/s.exec(text)?.[1];
      if (code !== undefined) runner.runCode(literalArg(code), { head, depth: depth + 1, guess: true });
      for (const [, , , replaced = ''] of text.matchAll(executed))
        runner.runCode(literalArg(replaced.replaceAll('\\', '')), { head, depth: depth + 1, guess: true });
      const file = /(?:^|[\s;}\d$/gIp])w\s+(\S+)/.exec(text)?.[1];
      for (const [, read = ''] of text.matchAll(/(?:^|[;{}\n\d$/])\s*[rR]\s*([^\s;}]+)/g))
        runner.scene.touch('read', literalArg(read), { head, certainty: 'possible' });
      if (file !== undefined) runner.scene.touch('write', literalArg(file), { head, certainty: 'possible' });
    }
  if (args.some(({ puts }) => puts?.includes(unknownMark))) runner.runCode(unknownArg, { head, depth: depth + 1 });
  const scripts = scriptsOf(call);
  const doings = [...scripts, scripts.join('\n')].flatMap((script) => readSedScript(script));
  for (const { kind, text } of doings) {
    if (kind === 'run') runner.runCode(literalArg(text), { head, depth: depth + 1, guess: true });
    else if (kind !== 'run_lines') runner.scene.touch(kind, literalArg(text), { head });
  }
  const isRun = doings.some(({ kind }) => kind === 'run_lines');
  if (isRun || scripts.some((script) => runsLines.test(script) || script.search(executed) >= 0)) runLines(call, runner);
};

/** `s/…/…/e` */
const executed = /(?:^|[\s;{}!\d$/,])s([^\w\s\\])((?:\\.|(?!\1)[^\\\n])*)\1((?:\\.|(?!\1)[^\\\n])*)\1[a-zA-Z0-9]*e/g;
/** `e` alone */
const runsLines = /(?:^|[;{}\n!$/\d])\s*e\s*(?:$|[;}\n])/;

/** What follows the options for scripts, else the first operand. */
function scriptsOf({ args, stdin }: Call): readonly string[] {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const given = texts.flatMap((text, at) => {
    const beside = /^(?:-[a-df-zA-Z]*e|--ex[a-z]*=)(.+)$/s.exec(text)?.[1];
    return beside ?? (/^(?:-[a-df-zA-Z]*e|--ex[a-z]*)$/.test(text) ? (texts[at + 1] ?? []) : []);
  });
  // `-l` takes a number.
  const first = operandsOf(args).slice(0, texts.includes('-l') ? 2 : 1);
  const scripts = given.length > 0 ? given : first.flatMap((arg) => arg.texts);
  const isRead = texts.some(
    (text, at) =>
      /^(?:-[a-zA-Z]*f-|--fil[a-z]*=-)$/.test(text) || (text === '-' && /^(?:-[a-zA-Z]*f|--fil[a-z]*)$/.test(texts[at - 1] ?? '')),
  );
  return [...scripts, ...args.flatMap(({ puts = [] }) => puts), ...(isRead ? (stdin?.texts ?? []) : [])];
}

/** Each line is run that is read. */
function runLines({ head, stdin, depth }: Call, { runCode }: Runner): void {
  if (stdin?.texts === undefined) runCode(unknownArg, { head, depth: depth + 1 });
  else for (const text of stdin.texts) runCode(literalArg(text), { head, depth: depth + 1, guess: true });
}
