import type { Call } from '../script/call.ts';
import type { Runner } from '../script/runner.ts';
import { homeMark, unknownMark } from '../places/path.ts';
import { quotedTexts } from '../script/quoted-texts.ts';
import { unknownArg } from '../script/word.ts';
import { languages } from './escape-languages.ts';
import type { Language } from './escape-languages.ts';
import { words } from '../words.ts';

const byProgram = new Map(languages.flatMap(([programs, language]) => words(programs).map((program) => [program, language] as const)));

export const hasLanguage = (head: string): boolean => byProgram.has(head);

/** Editors that nobody runs by hand: what they read is what they do. */
const lineEditors = new Set(['ed', 'red']);

/** Looks at what a program with a language of its own gives to a shell, in its arguments and in what it reads. */
export function runEscapes({ head, args, stdin, depth }: Call, { scene, runCode }: Runner): void {
  const language = byProgram.get(head);
  if (language === undefined) return;
  if (lineEditors.has(head) && stdin?.texts === undefined)
    scene.emit({ kind: 'exec', target: 'standard input', origin: 'dynamic', certainty: 'certain', head });
  if (args.some(({ puts }) => puts?.includes(unknownMark))) runCode(unknownArg, { head, depth: depth + 1 });
  const texts = [...args.flatMap((arg) => [...arg.texts.flatMap(partsOf), ...(arg.puts ?? [])]), ...(stdin?.texts ?? [])];
  for (const folder of new Set(texts.flatMap((text) => filesIn(text, language.enters))))
    scene.enter({ texts: [folder.replace(/^~(?=\/|$)/, homeMark)], literal: true });
  for (const kind of ['read', 'write', 'delete'] as const)
    for (const file of new Set(texts.flatMap((text) => filesIn(text, language[`${kind}s`]))))
      scene.touch(
        kind,
        { texts: [file.replace(/^~(?=\/)/, homeMark)], literal: !file.includes(unknownMark) },
        { head, certainty: 'possible' },
      );
  for (const code of new Set(texts.flatMap((text) => reachedIn(text, language))))
    runCode({ texts: [code], literal: !code.includes(unknownMark) }, { head, depth: depth + 1, guess: true });
}

/** An argument, and the value in it. */
function partsOf(text: string): readonly string[] {
  const value = /^--?[\w-]+=(.*)$/s.exec(text)?.[1] ?? /^(?:-[a-zA-Z]|\+)(.+)$/s.exec(text)?.[1];
  return value === undefined ? [text] : [text, value];
}

const filesIn = (text: string, places: readonly RegExp[] = []): readonly string[] =>
  places.flatMap((place) => [...text.matchAll(place)].flatMap(([, file]) => (file === undefined || file === '' ? [] : [file])));

function reachedIn(text: string, { escapes, quoted }: Language): readonly string[] {
  const found = escapes.flatMap((escape) => [...text.matchAll(escape)].flatMap(([, code = '']) => withoutEnd(code)));
  const inQuotes = quoted === true ? quotedTexts(text).filter((code) => /\s/.test(code)) : [];
  return [...found.filter((code) => code !== ''), ...inQuotes];
}

/** As it is, without what closes the text around it, and up to a quote that does. */
function withoutEnd(code: string): readonly string[] {
  const opened = code.replace(/^[`'"]+/, '');
  const keys = /^([^<]+)<(?:cr|esc|ret)>/i.exec(code)?.[1];
  return [
    code,
    ...(keys === undefined ? [] : [keys]),
    opened.replace(/(?<![\s`'"()[\]{};])[\s`'"()[\]{};]+$/, ''),
    /^[^`'"]*/.exec(opened)?.[0] ?? '',
  ];
}
