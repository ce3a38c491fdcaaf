import type { Call } from '../script/call.ts';
import type { Runner } from '../script/runner.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** The last part of names of options that hold code, of whichever program. */
const codeNames = new RegExp(
  `(?:^|[-.:])(?:${words(`
    exec execute command cmd rsh eval pre hook run script program compress-program pager editor filter upload-pack receive-pack to-command
    checkpoint-action proxycommand localcommand permitlocalcommand knownhostscommand sshcommand fsmonitor askpass helper textconv external driver
    clean smudge open-files-in-pager extcmd cmdline system callback shell preview toolexec vettool wrapper hostname-bin onerror
    onoutofmemoryerror httpd rsync-path post-renderer run[_-]under sendmail rustc rustc-wrapper linker runner cc cxx ld ar (?:pre|post)-invoke(?:-success)?(?:::)? on-[a-z]+(?:-[a-z]+)+
  `).join('|')})$`,
  'i',
);

/** Settings that are given as `section.name=code` or `section:name=code`. */
const codeSections = /(?:^|[:.])(?:alias|hooks|tunnels|merge-tools)[.:][^=]*$|^-[oc]alias\./i;

/** Long options that hold code of programs that take them shortened. */
const shortened: Readonly<Record<string, readonly string[] | undefined>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(
    words('tar gtar bsdtar').map((name) => [
      name,
      words('to-command checkpoint-action use-compress-program info-script new-volume-script rsh-command rmt-command'),
    ]),
  ),
  ...Object.fromEntries(words('sort gsort').map((name) => [name, words('compress-program')])),
  ...Object.fromEntries(words('split gsplit').map((name) => [name, words('filter')])),
  zip: words('unzip-command'),
  man: words('pager html'),
});

/** Short options that hold code, by program. */
const codeLetters: Readonly<Record<string, string>> = {
  rsync: 'e',
  scp: 'S',
  sftp: 'SD',
  tar: 'IF',
  gtar: 'IF',
  fd: 'xX',
  fdfind: 'xX',
  vim: 'c',
  vi: 'c',
  ex: 'c',
  nvim: 'c',
  emacs: 'f',
  mapfile: 'C',
  readarray: 'C',
  compgen: 'C',
  complete: 'C',
  bind: 'x',
  nc: 'ec',
  ncat: 'ec',
  netcat: 'ec',
  expect: 'c',
  trap: '',
  tmux: '',
  screen: 'X',
  xterm: 'e',
  konsole: 'e',
  sqlite3: 'c',
  man: 'PH',
  tcpdump: 'z',
  'gnome-terminal': 'ex',
  'xfce4-terminal': 'ex',
  alacritty: 'e',
  urxvt: 'e',
  su: 'c',
  runuser: 'c',
  fc: 'e',
  nodemon: 'x',
  npx: 'c',
  npm: 'c',
  pnpm: 'c',
};

/** Looks at the values of options that by their names hold code, of whichever program. */
export function runCodeOptions(call: Call, runner: Runner): void {
  const { head, args, depth } = call;
  const letters = Object.hasOwn(codeLetters, head) ? (codeLetters[head] ?? '') : '';
  for (const [at, arg] of args.entries()) {
    for (const text of [...arg.texts, ...settingsIn(arg, head)]) {
      const value = valueIn(text, { head, letters }) ?? (namesCode(text, { head, letters }) ? args[at + 1]?.texts[0] : undefined);
      if (value === undefined) continue;
      runner.scene.emit({ kind: 'exec', target: text.split('=')[0] ?? text, origin: 'text', certainty: 'possible', head });
      for (const code of codesIn(value)) runner.runCode({ texts: [code], literal: true }, { head, depth: depth + 1, guess: true });
    }
  }
}

/** Programs that take settings as `Name value`, in an option or, line by line, in a file. */
const withSettings = new Set(words('ssh scp sftp sshfs autossh mosh rsync ssh-copy-id'));

/** Settings in the form `Name=value`. */
function settingsIn({ texts, puts = [] }: Arg, head: string): readonly string[] {
  if (!withSettings.has(head)) return [];
  return [...texts, ...puts.flatMap((text) => text.split('\n'))].flatMap((text) => {
    const [, name, value] = /^\s*(?:-o\s*)?([a-z]+)(?:\s+|\s*=\s*)(.+)$/is.exec(text) ?? [];
    return name === undefined ? [] : [`${name}=${value}`];
  });
}

/** As it is, without the mark before it, and in words where some programs take it apart by commas. */
function codesIn(value: string): ReadonlySet<string> {
  const bare = value.replace(/^(?:exec=|[!|]|sh -c |spawn )/, '');
  // A blank after `%` parts no words.
  const escaped = value.includes('% ')
    ? [
        value
          .split(/(?<!%) /)
          .map((word) => `'${word.replaceAll('% ', ' ')}'`)
          .join(' '),
      ]
    : [];
  return new Set([value, bare, ...escaped, ...(/^[^\s,]+(?:,[^\s,]+)+$/.test(bare) ? [bare.replaceAll(',', ' ')] : [])]);
}

interface Program {
  readonly head: string;
  readonly letters: string;
}

/** The value that stands in the same word: `--name=value`, `Name=value`, `--config=name=value`, `-xvalue`, `EXEC:value`. */
function valueIn(text: string, program: Program): string | undefined {
  const { head, letters } = program;
  const [name = '', ...rest] = text.replace(/^-o/, '').split('=');
  const given = rest.join('=');
  if (rest.length > 0 && (codeNames.test(name) || codeSections.test(name) || isShortened(name, head))) return given;
  if (rest.length > 1 && name.startsWith('-')) return valueIn(given, program);
  const address = /^(?:exec|system|shell):(.+)$/is.exec(text)?.[1] ?? /^ext::(.+)$/s.exec(text)?.[1];
  if (address !== undefined) return address.split(',')[0];
  if (text.startsWith('+') && letters.includes('c')) return text.slice(1);
  const at = letterIn(text, program);
  return at === undefined ? undefined : text.slice(at + 1) || undefined;
}

/** Whether the next word is code. */
function namesCode(text: string, program: Program): boolean {
  if (/^-[a-zA-Z]+$/.test(text) && letterIn(text, program) === text.length - 1) return true;
  if (text === '-TT') return program.head === 'zip';
  return text.startsWith('-') && !text.includes('=') && (codeNames.test(text.replace(/^-+/, '')) || isShortened(text, program.head));
}

/** Programs whose short options without a value may stand before one with it. */
const clustering = new Set(words('rsync tar gtar scp su runuser fd fdfind'));

/** Where in a word a short option is that holds code. */
function letterIn(text: string, { head, letters }: Program): number | undefined {
  if (!/^-[^-]/.test(text)) return undefined;
  const found = Array.from(clustering.has(head) ? text : text.slice(0, 2)).findIndex((letter, at) => at > 0 && letters.includes(letter));
  return found < 0 ? undefined : found;
}

/** Whether it is the beginning of such an option, as it may be shortened. */
function isShortened(text: string, head: string): boolean {
  const name = /^--([\w-]{3,})$/.exec(text)?.[1];
  return name !== undefined && name !== 'checkpoint' && shortened[head]?.some((option) => option.startsWith(name)) === true;
}
