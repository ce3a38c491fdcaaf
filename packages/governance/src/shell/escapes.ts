import type { Call } from './call.ts';
import type { Runner } from './runner.ts';
import { unknownMark } from './path.ts';
import { quotedTexts } from './quoted-texts.ts';
import { words } from './words.ts';

/** Where in the language of a program a shell is reached. */
interface Language {
  /** The first group is what a shell gets. */
  readonly escapes: readonly RegExp[];
  /** Whether texts within quotes may be what it gets. */
  readonly quoted?: true;
}

const anywhere = /!+\s*([^\n]+)/g;
const lineBegins = /^\s*!+\s*([^\n]+)/gm;
const backTicks = /`([^`\n]+)`/g;

const languages: readonly (readonly [programs: string, language: Language])[] = [
  ['ed red', { escapes: [anywhere] }],
  [
    'ex vi vim nvim view rvim rview gvim gview mvim vimdiff nvimdiff gvimdiff',
    { escapes: [anywhere, /\b(?:term|terminal)\s+([^\n]+)/g], quoted: true },
  ],
  ['less more most pg', { escapes: [anywhere, /^\+\|.\s*([^\n]+)/g] }],
  ['sqlite sqlite3 duckdb', { escapes: [/^\s*\.s[hy]\w*\s+([^\n]+)/gm, /^\s*\.\w+\s[^|\n]*\|\s*([^\n]+)/gm] }],
  ['psql pgcli', { escapes: [/\\!\s*([^\n]+)/g, /\\\w+[^|\n\\]*\|\s*([^\n]+)/g, /\bprogram\s+\w?'([^\n]+)/gi, backTicks] }],
  ['mysql mariadb mycli', { escapes: [/\\[!P]\s*([^\n]+)/g, /(?:^|[;\n])\s*(?:system|pager)\s+([^\n]+)/gi] }],
  ['gdb cgdb lldb', { escapes: [/(?:^|[;\n])\s*(?:shell|!|platform\s+shell|(?:pipe|\|)[^|\n]*\|)\s*([^\n]+)/g], quoted: true }],
  ['ftp sftp lftp tftp ncftp smbclient telnet dc', { escapes: [lineBegins] }],
  ['mail mailx nail s-nail mutt neomutt', { escapes: [/^\s*~?[!|]\s*([^\n]+)/gm, backTicks] }],
  ['m4', { escapes: [/syscmd\(\s*([^\n]+)/g] }],
  ['make gmake', { escapes: [/\$[({]\s*shell\s+([^\n]+)/g, /^\t[@+-]*([^\n]+)/gm] }],
  ['gnuplot octave r emacs emacsclient maxima gp scilab ipython', { escapes: [lineBegins], quoted: true }],
  ['fzf sk', { escapes: [/\b(?:execute|execute-silent|become|reload|transform|preview)[([{:]\s*([^\n]+)/g] }],
  ['expect tclsh wish', { escapes: [/\b(?:spawn|exec|system)\s+([^\n]+)/g] }],
];

const byProgram = new Map(languages.flatMap(([programs, language]) => words(programs).map((program) => [program, language] as const)));

/** Editors that nobody runs by hand: what they read is what they do. */
const lineEditors = new Set(['ed', 'red']);

/** Looks at what a program with a language of its own gives to a shell, in its arguments and in what it reads. */
export function runEscapes({ head, args, stdin, depth }: Call, { scene, runCode }: Runner): void {
  const language = byProgram.get(head);
  if (language === undefined) return;
  if (lineEditors.has(head) && stdin?.texts === undefined)
    scene.emit({ kind: 'exec', target: 'standard input', origin: 'dynamic', certainty: 'certain', head });
  const texts = [...args.flatMap((arg) => arg.texts.flatMap(partsOf)), ...(stdin?.texts ?? [])];
  for (const code of new Set(texts.flatMap((text) => reachedIn(text, language))))
    runCode({ texts: [code], literal: !code.includes(unknownMark) }, { head, depth: depth + 1, guess: true });
}

/** An argument, and the value in it. */
function partsOf(text: string): readonly string[] {
  const value = /^--?[\w-]+=(.*)$/s.exec(text)?.[1] ?? /^(?:-[a-zA-Z]|\+)(.+)$/s.exec(text)?.[1];
  return value === undefined ? [text] : [text, value];
}

function reachedIn(text: string, { escapes, quoted }: Language): readonly string[] {
  const found = escapes.flatMap((escape) => [...text.matchAll(escape)].flatMap(([, code = '']) => withoutEnd(code)));
  const inQuotes = quoted === true ? quotedTexts(text).filter((code) => /\s/.test(code)) : [];
  return [...found.filter((code) => code !== ''), ...inQuotes];
}

/** As it is, without what closes the text around it, and up to a quote that does. */
function withoutEnd(code: string): readonly string[] {
  const opened = code.replace(/^[`'"]+/, '');
  return [code, opened.replace(/[\s`'"()[\]{};]+$/, ''), /^[^`'"]*/.exec(opened)?.[0] ?? ''];
}
