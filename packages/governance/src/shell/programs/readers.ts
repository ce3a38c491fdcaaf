import type { Call } from '../script/call.ts';
import { readOptions } from './options.ts';
import type { OptionTable, OptionsRead } from './options.ts';
import { homeMark, readable, unknownMark } from '../places/path.ts';
import type { Scene } from '../script/scene.ts';
import { literalArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';

interface Reader extends OptionTable {
  /** The operands that are files, of those given and what was said by options; none: it reads its input. */
  files_of(read: OptionsRead): readonly string[];
}

const flags = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'none' as const]));
const values = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'value' as const]));
const optionals = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'optional' as const]));

const operands = ({ operands: given }: OptionsRead) => given;
const operandsOrHere = ({ operands: given }: OptionsRead) => (given.length === 0 ? ['.'] : given);

/** What comes after the pattern, unless an option gave that; the current directory when it searches one. */
const searched =
  (always: boolean) =>
  ({ operands: given, options }: OptionsRead) => {
    const patternGiven = ['e', 'f', 'regexp', 'file', 'files', 'type-list'].some((name) => options.has(name));
    const files = patternGiven ? given : given.slice(1);
    const recursive = always || ['r', 'R', 'recursive', 'dereference-recursive'].some((name) => options.has(name));
    return files.length === 0 && recursive ? ['.'] : files;
  };

/** Programs that only show what they are given, with the options that are sure to keep it so. */
const readers: Readonly<Record<string, Reader>> = {
  ls: {
    flags: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    valued: 'ITw',
    longs: {
      ...flags('all', 'almost-all', 'author', 'escape', 'ignore-backups', 'directory', 'dired', 'file-type', 'full-time', 'no-group'),
      ...flags('group-directories-first', 'human-readable', 'si', 'inode', 'kibibytes', 'dereference', 'numeric-uid-gid', 'literal'),
      ...flags('hide-control-chars', 'show-control-chars', 'quote-name', 'reverse', 'recursive', 'size', 'context', 'zero', 'help'),
      ...values(
        'block-size',
        'format',
        'hide',
        'ignore',
        'indicator-style',
        'quoting-style',
        'sort',
        'tabsize',
        'time',
        'time-style',
        'width',
      ),
      ...optionals('classify', 'color', 'hyperlink'),
    },
    files_of: operandsOrHere,
  },
  cat: {
    flags: 'AbeEnstTuv',
    longs: flags('show-all', 'number-nonblank', 'show-ends', 'number', 'squeeze-blank', 'show-tabs', 'show-nonprinting', 'help'),
    files_of: operands,
  },
  head: {
    flags: 'qvz',
    valued: 'cn',
    numbers: true,
    longs: { ...flags('quiet', 'silent', 'verbose', 'zero-terminated', 'help'), ...values('bytes', 'lines') },
    files_of: operands,
  },
  tail: {
    flags: 'qvzr',
    valued: 'cn',
    numbers: true,
    longs: { ...flags('quiet', 'silent', 'verbose', 'zero-terminated', 'help'), ...values('bytes', 'lines') },
    others: ['follow', 'pid', 'retry', 'sleep-interval', 'max-unchanged-stats'],
    files_of: operands,
  },
  wc: {
    flags: 'cmlLw',
    longs: { ...flags('bytes', 'chars', 'lines', 'max-line-length', 'words', 'help'), ...values('total') },
    others: ['files0-from'],
    files_of: operands,
  },
  grep: {
    flags: 'abcEFGHhiILlnoPqRrsTUvVwxyZz',
    valued: 'ABCDdefm',
    numbers: true,
    files: ['f', 'file', 'exclude-from'],
    longs: {
      ...flags('extended-regexp', 'fixed-strings', 'basic-regexp', 'perl-regexp', 'ignore-case', 'no-ignore-case', 'invert-match'),
      ...flags('word-regexp', 'line-regexp', 'count', 'files-without-match', 'files-with-matches', 'only-matching', 'quiet', 'silent'),
      ...flags('no-messages', 'byte-offset', 'with-filename', 'no-filename', 'line-number', 'initial-tab', 'null', 'text', 'recursive'),
      ...flags('dereference-recursive', 'line-buffered', 'null-data', 'binary', 'help', 'version'),
      ...values('regexp', 'file', 'max-count', 'label', 'after-context', 'before-context', 'context', 'binary-files', 'devices'),
      ...values('directories', 'exclude', 'exclude-from', 'exclude-dir', 'include'),
      ...optionals('color', 'colour'),
    },
    files_of: searched(false),
  },
  rg: {
    exact: true,
    flags: 'abcFHhiIlLnNopPqsSuUvVwx0',
    valued: 'ABCegjMmrTtEdf',
    files: ['f', 'file', 'ignore-file'],
    longs: {
      ...flags('case-sensitive', 'column', 'count', 'count-matches', 'crlf', 'files', 'files-with-matches', 'files-without-match'),
      ...flags('fixed-strings', 'heading', 'no-heading', 'hidden', 'ignore-case', 'invert-match', 'json', 'line-number', 'line-regexp'),
      ...flags('multiline', 'multiline-dotall', 'no-config', 'no-filename', 'no-ignore', 'no-ignore-vcs', 'no-line-number', 'no-messages'),
      ...flags(
        'null',
        'only-matching',
        'passthru',
        'pcre2',
        'pretty',
        'quiet',
        'smart-case',
        'stats',
        'text',
        'trim',
        'type-list',
        'vimgrep',
      ),
      ...flags('with-filename', 'word-regexp', 'unrestricted', 'version', 'help'),
      ...values('after-context', 'before-context', 'context', 'color', 'colors', 'context-separator', 'encoding', 'engine', 'file', 'glob'),
      ...values('iglob', 'ignore-file', 'max-columns', 'max-count', 'max-depth', 'max-filesize', 'regexp', 'replace', 'sort', 'sortr'),
      ...values('threads', 'type', 'type-not'),
    },
    files_of: searched(true),
  },
  echo: { files_of: () => [] },
  pwd: { flags: 'LP', longs: flags('logical', 'physical', 'help'), files_of: () => [] },
  cd: { flags: 'LPe@', files_of: ({ operands: given }) => (given.length === 0 ? [homeMark] : given) },
  diff: {
    flags: 'abBcdeEHiNnpqrsTtuwyZ',
    valued: 'CUWFIxL',
    longs: {
      ...flags('brief', 'report-identical-files', 'side-by-side', 'show-c-function', 'expand-tabs', 'initial-tab', 'recursive'),
      ...flags('no-dereference', 'new-file', 'ignore-file-name-case', 'ignore-case', 'ignore-tab-expansion', 'ignore-space-change'),
      ...flags('ignore-all-space', 'ignore-blank-lines', 'ignore-trailing-space', 'text', 'strip-trailing-cr', 'minimal', 'ed', 'help'),
      ...flags('suppress-common-lines', 'left-column', 'speed-large-files', 'normal', 'version', 'rcs'),
      ...values('label', 'width', 'exclude', 'ignore-matching-lines', 'tabsize', 'horizon-lines', 'show-function-line'),
      ...optionals('color', 'context', 'unified'),
    },
    others: [
      'paginate',
      'from-file',
      'to-file',
      'exclude-from',
      'starting-file',
      'unidirectional-new-file',
      'palette',
      'line-format',
      'ifdef',
    ],
    files_of: operands,
  },
};

export const isReader = (head: string): boolean => Object.hasOwn(readers, head);

/** Tells what a reader reads; anything about it that the tables do not know makes what it does not known either. */
export function readWithTable(call: Call, scene: Scene): void {
  const { head, args, plain } = call;
  const table = isReader(head) ? readers[head] : undefined;
  if (table === undefined) return;
  scene.emit({ kind: 'print', target: head, certainty: 'certain', head });
  if (!plain) scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  // With an expansion among them nobody knows which are options.
  for (const arg of args) if (!arg.literal) readUnsure(head, arg, scene);
  const texts = args.map(({ texts: [text = ''] }) => text);
  const read = head === 'echo' ? echoed(texts) : readOptions(texts, table);
  for (const option of read.unknown) scene.emit({ kind: 'exec', target: option, origin: 'text', certainty: 'possible', head });
  for (const file of [...table.files_of(read), ...read.files])
    if (file !== '-' || head === 'ls') scene.touch('read', literalArg(file), { head });
  if (head === 'cd') enterEach(call, table.files_of(read), scene);
}

function readUnsure(head: string, arg: Arg, scene: Scene): void {
  if (head === 'echo') scene.emit({ kind: 'read', target: readable(arg.texts[0] ?? ''), place: 'unknown', certainty: 'possible', head });
  else scene.touch('read', arg, { head });
}

/** Everything that is echoed is text. */
const echoed = (texts: readonly string[]): OptionsRead => ({ operands: texts, options: new Set(), files: [], unknown: [] });

function enterEach({ args, head }: Call, targets: readonly string[], scene: Scene): void {
  for (const arg of args) if (!arg.literal) scene.enter(arg);
  for (const target of targets) {
    scene.enter(target === '-' ? { texts: [unknownMark], literal: false } : literalArg(target));
    if (target === '-') scene.emit({ kind: 'read', target, place: 'unknown', certainty: 'possible', head });
  }
}
