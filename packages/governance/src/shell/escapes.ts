import type { Call } from './call.ts';
import type { Runner } from './runner.ts';
import { homeMark, unknownMark } from './path.ts';
import { quotedTexts } from './quoted-texts.ts';
import { unknownArg } from './word.ts';
import { words } from './words.ts';

/** Where in the language of a program a shell is reached. */
interface Language {
  /** The first group is what a shell gets. */
  readonly escapes: readonly RegExp[];
  /** The first group is a file that is written. */
  readonly writes?: readonly RegExp[];
  /** The first group is a file that is deleted. */
  readonly deletes?: readonly RegExp[];
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
    {
      escapes: [anywhere, /\b(?:term|terminal)\s+([^\n]+)/g],
      writes: [
        /(?:^|[\s:|%])(?:w|wr|wri|writ|write|sav|saveas|up|update|wq|x|mks\w*|mkv\w*|redir)!?\s+(?:>+\s*)?([^\s!>|]+)/g,
        /\bwritefile\([^\n]*,\s*['"]([^'"]+)/g,
      ],
      deletes: [/\bdelete\(\s*['"]([^'"]+)/g],
      quoted: true,
    },
  ],
  ['less more most pg', { escapes: [anywhere, /^\+\|.\s*([^\n]+)/g] }],
  [
    'sqlite sqlite3 duckdb',
    {
      escapes: [/^\s*\.s[hy]\w*\s+([^\n]+)/gm, /^\s*\.\w+\s[^|\n]*\|\s*([^\n]+)/gm, /\bedit\([^\n]*,\s*'([^']+)/gi],
      writes: [
        /^\s*\.(?:o\w*|bac\w*|sav\w*|log|trace|cl\w*)\s+(?:-\w+\s+)*['"]?([^\s'"|]+)/gm,
        /\b(?:into|attach(?:\s+database)?|writefile\()\s*'([^']+)/gi,
      ],
    },
  ],
  [
    'psql pgcli',
    {
      escapes: [
        /\\!\s*([^\n]+)/g,
        /\\\w+[^|\n\\]*\|\s*([^\n]+)/g,
        /^\|\s*([^\n]+)/g,
        /\\setenv\s+\S+\s+([^\n]+)/g,
        /\bprogram\s+\w?'([^\n]+)/gi,
        backTicks,
      ],
      writes: [
        /\\(?:o|out|w|write|s|g|gx)\s+['"]?([^\s'"|]+)/g,
        /\\lo_export\s+\S+\s+['"]?([^\s'"|]+)/g,
        /\bto\s+(?:stdout\b|\w?'([^']+))/gi,
      ],
    },
  ],
  [
    'mysql mariadb mycli',
    {
      escapes: [/\\[!P]\s*([^\n]+)/g, /(?:^|[;\n])\s*(?:system|pager)\s+([^\n]+)/gi],
      writes: [/\binto\s+(?:out|dump)file\s+['"]([^'"]+)/gi, /(?:^|[;\n])\s*tee\s+([^\s;]+)/gi, /\\T\s*([^\s;]+)/g],
    },
  ],
  [
    'gdb cgdb lldb',
    {
      escapes: [/(?:^|[;\n])\s*(?:shell|!|platform\s+shell|(?:pipe|\|)[^|\n]*\|)\s*([^\n]+)/g],
      writes: [
        /\blogging\s+file\s+(\S+)/g,
        /(?:^|[;\n])\s*(?:dump|append)\s+(?:\w+\s+)*?(\S*\/\S+)/g,
        /\b(?:save\s+\w+|gcore|generate-core-file)\s+(\S+)/g,
      ],
      quoted: true,
    },
  ],
  ['nmap', { escapes: [lineBegins], quoted: true }],
  ['ghci ghc', { escapes: [/:!\s*([^\n]+)/g], quoted: true }],
  ['rpm rpmbuild rpmspec', { escapes: [/%\(([^\n]+)/g] }],
  ['bpftrace dtrace stap', { escapes: [/\bsystem\(\s*([^\n]+)/g], quoted: true }],
  [
    'erl elixir iex sbcl clisp ecl racket gosh csi clojure clj swift ocaml scala kotlin jshell jrunscript jjs nim crystal sage irb pry',
    { escapes: [/\b(?:system|shell|cmd|run-program|sh)\s*[(!]?\s*([^\n]+)/g], quoted: true },
  ],
  ['ftp sftp lftp tftp ncftp smbclient telnet dc', { escapes: [lineBegins] }],
  ['mail mailx nail s-nail mutt neomutt', { escapes: [/^\s*~?[!|]\s*([^\n]+)/gm, backTicks] }],
  ['m4', { escapes: [/syscmd\(\s*([^\n]+)/g] }],
  ['make gmake', { escapes: [/\$[({]\s*shell\s+([^\n]+)/g, /^\t[@+-]*([^\n]+)/gm] }],
  [
    'emacs emacsclient',
    {
      escapes: [],
      writes: [/\((?:write-region\s[^()]*|write-file|copy-file\s+"[^"]*"|rename-file\s+"[^"]*"|make-directory)\s*"([^"]+)/g],
      deletes: [/\((?:delete-(?:file|directory)|move-file-to-trash)\s+"([^"]+)/g],
      quoted: true,
    },
  ],
  ['gnuplot octave r maxima gp scilab ipython', { escapes: [lineBegins], quoted: true }],
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
  if (args.some(({ puts }) => puts?.includes(unknownMark))) runCode(unknownArg, { head, depth: depth + 1 });
  const texts = [...args.flatMap((arg) => [...arg.texts.flatMap(partsOf), ...(arg.puts ?? [])]), ...(stdin?.texts ?? [])];
  for (const kind of ['write', 'delete'] as const)
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
  return [code, opened.replace(/[\s`'"()[\]{};]+$/, ''), /^[^`'"]*/.exec(opened)?.[0] ?? ''];
}
