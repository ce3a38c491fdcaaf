import type { Call } from '../script/call.ts';
import { homeMark } from '../places/path.ts';
import type { Scene } from '../script/scene.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** Options whose value is a message: never a path and never code. */
const messages = /^(?:-[a-zA-Z]?m|--message|--title|--body|--notes|-t|-b)$/;

/** Whether it is such an option, also with the message behind `=`. */
export const isMessage = (arg: Arg | undefined): boolean => arg?.literal === true && messages.test(arg.texts[0]?.split('=')[0] ?? '');

/** Arguments that are not options, messages and what follows them left out. */
export function operandsOf(args: readonly Arg[]): readonly Arg[] {
  const operands: Arg[] = [];
  let ended = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    const text = arg?.texts[0] ?? '';
    if (arg === undefined) continue;
    if (!ended && text === '--') ended = true;
    else if (!ended && arg.literal && messages.test(text)) at++;
    else if (ended || !text.startsWith('-') || text === '-') operands.push(arg);
  }
  return operands;
}

/** What an argument may name as a file: itself, what stands after `=` or `@` in it, or the value beside a short option. */
export function filesIn(args: readonly Arg[]): readonly Arg[] {
  const files: Arg[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === undefined) continue;
    if (arg.literal && messages.test(arg.texts[0] ?? '')) {
      at++;
      continue;
    }
    const texts = arg.texts.flatMap(candidates).filter((text) => looksLikePath(text));
    if (texts.length > 0) files.push({ ...arg, texts });
  }
  return files;
}

function candidates(text: string): readonly string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/^fileb?:\/\//i.test(text)) return [];
  const afterEquals = text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : [];
  const local = [text, ...afterEquals].map((one) => one.replace(/^fileb?:\/\//i, '').replace(/^[@<>]+/, ''));
  const beside = /^-[a-zA-Z](.+)$/s.exec(text)?.[1];
  const parts = local.flatMap((one) => (/^[^\s]*[:,][^\s]*$/.test(one) ? [one, ...one.split(/[:,]/).flatMap(partsOfPair)] : [one]));
  return beside === undefined ? parts : [...parts, beside.replace(/^@/, '')];
}

/** `name=value` as it is, and the value. */
const partsOfPair = (text: string): readonly string[] => (text.includes('=') ? [text, text.slice(text.indexOf('=') + 1)] : [text]);

/** Whether it is one word with a folder or a dot in front; an option is none. */
const looksLikePath = (text: string): boolean =>
  !text.startsWith('-') && text !== '' && !/\s/.test(text) && (/[/.~]/.test(text) || text.includes(homeMark));

/** Programs that only show a file, though not from a table of checked options. */
const viewers = new Set(
  words(`
  less more most bat stat file strings nl tac cut paste column fold fmt md5sum sha1sum sha256sum sha512sum b2sum cksum sum cmp comm
  jq yq tree du df readlink realpath dirname basename test [ hexdump od egrep fgrep ag ack which man git-grep
`),
);

export const isViewer = (head: string): boolean => viewers.has(head);

/** Tells what a program that is not known closer may do to the files that it names: read them, and unless it only shows, write them. */
export function touchNamedFiles({ head, args }: Call, scene: Scene): void {
  for (const file of filesIn(args)) {
    scene.touch('read', file, { head, certainty: 'possible' });
    if (!viewers.has(head)) scene.touch('write', file, { head, certainty: 'possible' });
  }
}
