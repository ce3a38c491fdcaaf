import type { Call } from '../script/call.ts';
import { interpreterHandler, lookIntoForeign } from './interpreters.ts';
import { hasLanguage } from '../code/escapes.ts';
import { isMessage, isViewer } from './operands.ts';
import { isRunner, remoteRunners } from './nested-programs.ts';
import type { Runner } from '../script/runner.ts';
import { literalArg } from '../script/word.ts';
import { words } from '../words.ts';
import type { Arg } from '../script/word.ts';

/** Programs whose arguments are for people, for servers or for themselves: what looks like a command in them is none, or is looked at elsewhere. */
const runsNoText = new Set(
  words(`
    git gh glab hub tea curl wget http https xh httpie aria2c grpcurl notify-send logger say wall write banner cowsay figlet toilet espeak
    mail mailx s-nail mutt sendmail jira linear slack llm claude codex gemini ollama tldr cheat man apropos whatis info echo printf tee sed gsed awk gawk
    mawk nawk perl ruby python python3 node php test expr zenity kdialog whiptail dialog gum trap alias eval
  `),
);

/** Programs among them that keep code for later when they are told to, by the word that says so. */
const keepingCode: ReadonlyMap<string, readonly string[]> = new Map([
  ['gh', words('alias config')],
  ['glab', words('alias config')],
  ['aws', words('configure')],
  ['kubectl', words('config plugin')],
  ['git', words('shell send-email filter-repo')],
]);

/** Whether it is known to run others, or to keep code for later. */
const runsOthers = (head: string): boolean => keepingCode.has(head) || isRunner(head);

const keepsCode = (head: string, args: readonly Arg[]): boolean => {
  const told = keepingCode.get(head);
  return told !== undefined && args.some(({ texts: [text = ''] }) => told.includes(text));
};

/** Programs that have words of their own that are names of programs, too, or whose words are names of something else. */
const hasSuchWords = new Set(
  words(`
    npm pnpm yarn bun cargo uv pip pip3 poetry apt apt-get apk dnf yum zypper pacman brew port snap flatpak nix-env choco winget scoop gem composer
    ipfs hdfs hadoop zkcli etcdctl terraform tofu pulumi helm dvc kill killall pkill pgrep pidof which whereis type hash help dpkg rpm ldd
  `),
);

/** Programs that a program which is not known may be told to run, word by word, so that something is lost. */
const begins = (name: string, after: Arg | undefined): boolean =>
  losing.has(name) || (after?.texts[0]?.startsWith('-') === true && mayBeginCode(name));

const losing = new Set(
  words('rm rmdir unlink shred srm wipe wipefs truncate dd find sudo doas env xargs nohup timeout busybox toybox chroot'),
);
const mayBeginCode = (name: string): boolean => interpreterHandler(name) !== undefined || mayRun.has(name);
const mayRun = new Set(words('git docker podman pwsh powershell'));

/**
 * Looks at what a program may run of its arguments, where nothing better is known of it: words among them that begin a command, and texts that are
 * one. They may be something else, so only what is grave of it is told.
 */
export function lookAtWords({ head, args, depth }: Call, runner: Runner): void {
  // In a sentence a word that nobody knows runs nothing.
  if (isViewer(head) || (runner.isProse && !runsOthers(head))) return;
  const isCode = keepsCode(head, args);
  if ((runsNoText.has(head) || remoteRunners.has(head)) && !isCode) return;
  const given = { isProse: !isCode };
  const starts = hasSuchWords.has(head)
    ? []
    : args.flatMap((arg, at) => (arg.texts.some((text) => begins(nameOf(text), args[at + 1])) ? [at] : []));
  if (starts.length > 0)
    runner.aside((aside) => {
      for (const at of starts) aside.runArgv(args.slice(at), { stdin: { texts: [] }, depth: depth + 1 });
    }, given);
  const texts = textsIn(args);
  if (texts.length === 0) return;
  const isRead = interpreterHandler(head) !== undefined || hasLanguage(head);
  runner.aside((aside) => {
    for (const text of texts) {
      aside.runCode(literalArg(text), { head, depth: depth + 1, guess: true });
      if (!isRead) lookIntoForeign(literalArg(text), { head, depth }, aside, { isSure: true });
    }
  }, given);
}

const nameOf = (text: string): string => text.split('/').at(-1)?.toLowerCase() ?? '';

/** What may be code as a whole: messages left out. */
function textsIn(args: readonly Arg[]): readonly string[] {
  const told = args.filter((arg, at) => !isMessage(arg) && !(at > 0 && isMessage(args[at - 1])));
  const all = told.flatMap(({ texts, puts = [] }) => [...texts, ...puts.flatMap((text) => text.split('\n'))]);
  return [...new Set(all.flatMap(codesIn))];
}

/** A text of more than one word, and what stands in it behind a name: `--run=…`, `exec:…`, `x: …`, `!…`. */
function codesIn(text: string): readonly string[] {
  if (!/[\s{([$`"']/.test(text)) return [];
  const behind = /^[^\s=:]*[=:]+\s*(\S.*)$/s.exec(text)?.[1];
  const last = /^[^\s]*:([^\s:]+\s[^:]*)$/s.exec(text)?.[1];
  const bare = /^\s*[!|@:]+(.+)$/s.exec(text)?.[1];
  return [text, behind, last, bare].filter((one) => one !== undefined);
}
