import type { Call } from './call.ts';
import type { Runner } from './runner.ts';

const codeNames =
  /(?:^|[-.])(?:exec|execute|command|cmd|rsh|eval|pre|hook|run|script|program|compress-program|pager|editor|filter|upload-pack|receive-pack|to-command|checkpoint-action|proxycommand|localcommand|permitlocalcommand|sshcommand|fsmonitor|askpass|helper|textconv|external|driver|clean|smudge|open-files-in-pager|extcmd|cmdline|system|callback|shell)$/i;

/** Short options that hold code, by program. */
const codeLetters: Readonly<Record<string, string>> = {
  rsync: 'e',
  scp: 'S',
  tar: 'IF',
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
  zip: 'T',
  sqlite3: 'c',
  man: 'P',
  su: 'c',
  runuser: 'c',
  npx: 'c',
  npm: 'c',
  pnpm: 'c',
};

/** Looks at the values of options that by their names hold code, of whichever program. */
export function runCodeOptions(call: Call, runner: Runner): void {
  const { head, args, depth } = call;
  const letters = Object.hasOwn(codeLetters, head) ? (codeLetters[head] ?? '') : '';
  for (const [at, arg] of args.entries()) {
    for (const text of arg.texts) {
      const value = valueIn(text, letters) ?? (namesCode(text, letters) ? args[at + 1]?.texts[0] : undefined);
      if (value === undefined) continue;
      runner.scene.emit({ kind: 'exec', target: text.split('=')[0] ?? text, origin: 'text', certainty: 'possible', head });
      runner.runCode(
        { texts: [value.replace(/^(?:exec=|[!|]|sh -c |spawn )/, '')], literal: true },
        { head, depth: depth + 1, guess: true },
      );
    }
  }
}

/** The value that stands in the same word: `--name=value`, `Name=value`, `-xvalue`, `EXEC:value`. */
function valueIn(text: string, letters: string): string | undefined {
  const [name = '', ...rest] = text.replace(/^-o/, '').split('=');
  if (rest.length > 0 && (codeNames.test(name) || /^(?:-o)?alias\.|^-calias\./i.test(name))) return rest.join('=');
  const address = /^(?:exec|system|shell):(.+)$/is.exec(text)?.[1] ?? /^ext::(.+)$/s.exec(text)?.[1];
  if (address !== undefined) return address.split(',')[0];
  if (text.startsWith('+') && letters.includes('c')) return text.slice(1);
  return text.length > 2 && text.startsWith('-') && letters.includes(text[1] ?? '-') ? text.slice(2) : undefined;
}

/** Whether the next word is code. */
function namesCode(text: string, letters: string): boolean {
  if (/^-[a-zA-Z]$/.test(text)) return letters.includes(text[1] ?? '-');
  return text.startsWith('-') && codeNames.test(text.replace(/^-+/, ''));
}
