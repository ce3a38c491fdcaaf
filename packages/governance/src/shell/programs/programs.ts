import { runCodeOptions } from '../code/code-options.ts';
import { git } from './git.ts';
import { isRunner, runNested } from './nested-programs.ts';
import { interpreterHandler, runFile } from './interpreters.ts';
import { sourceOf, tellHosts, tellNamed } from '../hosts/network.ts';
import { obeyNamedFolders } from './obeyed-folders.ts';
import { runEscapes } from '../code/escapes.ts';
import { lookThroughMounts } from '../places/mounts.ts';
import { mayHoldCode, runVariable } from '../code/option-variables.ts';
import { filesIn, operandsOf, touchNamedFiles } from './operands.ts';
import { runPartedCommand } from './parted-commands.ts';
import { unknownMark } from '../places/path.ts';
import { touchFetched } from '../places/fetched-files.ts';
import { touchListed } from '../places/listed-files.ts';
import { touchByWords } from '../places/places-by-words.ts';
import { powershell } from './powershell.ts';
import type { Call } from '../script/call.ts';
import type { Handler, Runner } from '../script/runner.ts';
import { streamEditor } from './stream-editor.ts';
import { literalArg, unknownArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';
import { lookAtWords } from './words-that-may-run.ts';
import { words } from '../words.ts';
import { wrapperHandler } from './wrappers.ts';

/** Deletes each operand. */
const deleter: Handler = ({ head, args }, { scene }) => {
  for (const operand of operandsOf(args)) scene.touch('delete', operand, { head });
};

/** Reads the first operands and writes the last, or the directory that `-t` names. */
const copier: Handler = ({ head, args }, { scene }) => {
  for (const [at, { texts }] of args.entries()) {
    const into = args[at + 1];
    if (into !== undefined && /^-[a-zA-Z]*t$|^--target-directory$/.test(texts[0] ?? '')) scene.touch('write', into, { head });
  }
  const files = operandsOf(args);
  for (const [at, file] of files.entries()) {
    const last = at === files.length - 1;
    if (!last || files.length === 1) scene.touch('read', file, { head });
    if (last || head === 'mv' || head === 'ln') scene.touch('write', file, { head });
  }
};

const finder: Handler = ({ head, args, stdin, depth }, runner) => {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const expression = texts.findIndex((text, at) => (/^[-(!,]/.test(text) && args[at]?.literal === true) || text === '');
  const named = args.slice(0, expression < 0 ? args.length : expression);
  const starts = named.length === 0 ? [literalArg('.')] : named;
  for (const start of starts) runner.scene.touch('read', start, { head });
  const found = starts.map((start) => ({ texts: start.texts.map((text) => `${text}/${unknownMark}`), literal: false }));
  const deleted = isByName(args.slice(named.length)) ? found : [...starts, ...found];
  if (texts.includes('-delete')) for (const start of deleted) runner.scene.touch('delete', start, { head });
  for (const [at, text] of texts.entries()) {
    const next = args[at + 1];
    if (/^-f(?:print0?|ls|printf)$/.test(text) && next !== undefined) runner.scene.touch('write', next, { head });
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
    const end = texts.findIndex((one, after) => after > at && (one === ';' || (one === '+' && texts[after - 1] === '{}')));
    const argv = args.slice(at + 1, end < 0 ? args.length : end);
    // It runs where what was found is.
    if (text.endsWith('dir')) for (const start of starts) for (const place of withParent(start)) runner.scene.enter(place);
    runner.runArgv(argv, { stdin, depth: depth + 1 });
    for (const start of found)
      runner.runArgv(
        argv.map((arg) => filled(arg, start)),
        { stdin, depth: depth + 1 },
      );
  }
};

/** A place where something is looked for, and where that itself is. */
const withParent = (place: Arg): readonly Arg[] =>
  place.texts.every((text) => /^\.\/*$/.test(text)) ? [place] : [place, { ...place, texts: place.texts.map((text) => `${text}/..`) }];

/** Whether all that is found has a certain name, so that the places where it is looked for stay: its conditions are all to hold, and one says so. */
const isByName = (expression: readonly Arg[]): boolean =>
  !expression.some(
    ({ texts: [text = ''], literal }) => /^(?:-o|-or|,|!|-not|\\?\(|-files0-from)$/.test(text) || (!literal && text.startsWith('-')),
  ) &&
  expression.some(
    ({ texts: [text = ''] }, at) => text === '-empty' || (/^-i?name$/.test(text) && /[\w-]/.test(expression[at + 1]?.texts[0] ?? '')),
  );

/** fd runs what follows its option on what it finds. */
const fastFinder: Handler = ({ args, stdin, depth }, runner) => {
  const at = args.findIndex(({ texts }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(texts[0] ?? ''));
  if (at < 0) return;
  const places = operandsOf(args.slice(0, at)).slice(1);
  const found = places.map(({ texts }) => ({ texts: texts.map((text) => `${text}/${unknownMark}`), literal: false }));
  runner.runArgv([...args.slice(at + 1), ...found, unknownArg], { stdin, depth: depth + 1 });
};

const pusher: Handler = ({ args }, { scene }) => {
  for (const operand of operandsOf(args)) scene.enter(operand);
};

/** `{}` stands for what was found. */
function filled(arg: Arg, found: Arg): Arg {
  if (!arg.texts.some((text) => text.includes('{}'))) return arg;
  return { texts: arg.texts.flatMap((text) => found.texts.map((one) => text.replaceAll('{}', one))), literal: false };
}

const evaluator: Handler = ({ head, args, depth }, { scene, runCode }) => {
  scene.emit({ kind: 'exec', target: head, origin: 'text', certainty: 'certain', head });
  const texts = args.map(({ texts: [text = ''] }) => text);
  if (texts[0] === '--') texts.shift();
  const literal = args.every((arg) => arg.literal);
  runCode({ texts: [texts.join(' ')], literal }, { head, depth: depth + 1 });
  for (const arg of args)
    for (const text of arg.texts.slice(1)) runCode({ texts: [text], literal: false }, { head, depth: depth + 1, guess: true });
};

/** The first operand is code, run later. */
const trap: Handler = ({ head, args, depth }, { scene, runCode }) => {
  scene.emit({ kind: 'exec', target: head, origin: 'text', certainty: 'certain', head });
  const code = operandsOf(args)[0];
  if (code !== undefined) runCode(code, { head, depth: depth + 1, guess: true });
};

/** What stands after `=` is code whenever the name is used. */
const alias: Handler = ({ head, args, depth }, { scene, runCode }) => {
  scene.emit({ kind: 'exec', target: head, origin: 'text', certainty: 'certain', head });
  for (const { texts, literal } of args)
    for (const text of texts)
      if (text.includes('=')) runCode({ texts: [text.slice(text.indexOf('=') + 1)], literal }, { head, depth: depth + 1, guess: true });
};

const source: Handler = (call, runner) => {
  runner.scene.emit({ kind: 'exec', target: call.head, origin: 'file', certainty: 'certain', head: call.head });
  const file = operandsOf(call.args)[0];
  if (file !== undefined) runFile(file, call, runner);
};

const crontab: Handler = ({ head, args }, { scene }) => {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const lists = texts.includes('-l') && !texts.some((text) => /^-[er]/.test(text) || text === '-');
  scene.emit({
    kind: lists ? 'read' : 'persistence',
    target: 'crontab',
    place: lists ? 'outside' : 'protected',
    certainty: 'certain',
    head,
  });
};

const listener: Handler = ({ head, args }, { scene }) => {
  const runs = args.some(({ texts }) =>
    texts.some((text) => /^-[a-zA-Z]*[ec]$|^--(?:sh-)?exec|^-[ec]./.test(text) || /(?:^|,)(?:exec|system|shell):/i.test(text)),
  );
  if (runs) scene.emit({ kind: 'exec', target: head, origin: 'network', certainty: 'certain', head });
};

/** Writes what it fetches: to the file that is named, else to the last part of the address. */
const downloader: Handler = ({ head, args }, { scene }) => {
  for (const [at, { texts }] of args.entries()) {
    const text = texts[0] ?? '';
    const next = args[at + 1];
    const beside = /^(?:-[oOP]|--(?:output|output-document|out|dir)=)(.+)$/s.exec(text)?.[1];
    if (beside !== undefined) scene.touch('write', literalArg(beside), { head });
    if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document|--out)$/.test(text) && next !== undefined) scene.touch('write', next, { head });
    const name = /^(?:[a-z]+:\/\/)?[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(text)?.[1];
    if (name !== undefined && !text.startsWith('-')) scene.touch('write', literalArg(name), { head });
  }
};

const killer: Handler = ({ head, args }, { scene }) => {
  scene.emit({ kind: 'process_kill', target: operandsOf(args)[0]?.texts[0] ?? '*', certainty: 'certain', head });
};

const rights: Handler = (call, { scene }) => {
  scene.emit({ kind: 'privilege', target: call.head, certainty: 'possible', head: call.head });
};

const service: Handler = ({ head }, { scene }) => {
  scene.emit({ kind: 'persistence', target: head, certainty: 'possible', head });
};

/** Settings of the system, among which is what runs when it starts. */
const settings: Handler = ({ head, args }, { scene }) => {
  const changes = args.some(({ texts: [text = ''] }) => /^(?:add|delete|import|copy|restore|load|write|rename|-array-add)$/i.test(text));
  if (changes) scene.emit({ kind: 'persistence', target: head, certainty: 'possible', head });
};

/** Runs its input later, as a shell. */
const later: Handler = ({ head, args, stdin, depth }, { scene, runCode }) => {
  scene.emit({ kind: 'persistence', target: head, certainty: 'certain', head });
  for (const text of args.flatMap(({ puts = [] }) => puts)) runCode(literalArg(text), { head, depth: depth + 1, guess: true });
  if (stdin?.texts === undefined) runCode(unknownArg, { head, depth: depth + 1 });
  else for (const text of stdin.texts) runCode(literalArg(text), { head, depth: depth + 1, guess: true });
};

/** A copy that may delete at its end what is not at its start. */
const mirror: Handler = ({ head, args }, { scene }) => {
  const deletes = args.some(({ texts }) => texts.some((text) => /^--(?:del|delete|remove-source)/.test(text)));
  const last = operandsOf(args).at(-1);
  if (deletes && last !== undefined && !last.texts.some((text) => /^[^/]*:/.test(text))) scene.touch('delete', last, { head });
};

/** What it packs it deletes where it is told to; its first word may be options without a hyphen, whose values follow in their order. */
const archiver: Handler = ({ head, args, depth }, { scene, runCode }) => {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const letters = /^[A-Za-z]+$/.test(texts[0] ?? '') ? Array.from(texts[0] ?? '').filter((letter) => 'bCfFgHIKLNTVX'.includes(letter)) : [];
  for (const [at, letter] of letters.entries()) {
    const value = args[at + 1];
    if (value !== undefined && (letter === 'F' || letter === 'I')) runCode(value, { head, depth: depth + 1, guess: true });
    if (value !== undefined && letter === 'C') scene.touch('write', value, { head });
  }
  const deletes = texts.some((text) => (head === 'zip' ? /^-[a-zA-Z]*m|^--mo/ : /^--rem/).test(text));
  // Each word that is no option: `-m` of zip takes no value.
  if (deletes) for (const file of args.filter((arg) => !arg.texts[0]?.startsWith('-'))) scene.touch('delete', file, { head });
};

/** Every operand is written, also one that looks like no path. */
const writer: Handler = ({ head, args }, { scene }) => {
  for (const operand of operandsOf(args)) scene.touch('write', operand, { head });
};

const handlers: Readonly<Record<string, Handler>> = {
  git,
  find: finder,
  gfind: finder,
  fd: fastFinder,
  fdfind: fastFinder,
  pushd: pusher,
  chdir: pusher,
  eval: evaluator,
  trap,
  alias,
  source,
  '.': source,
  crontab,
  reg: settings,
  defaults: settings,
  at: later,
  batch: later,
  sed: streamEditor,
  gsed: streamEditor,
  tar: archiver,
  gtar: archiver,
  bsdtar: archiver,
  zip: archiver,
  rsync: mirror,
  rclone: mirror,
  pwsh: powershell,
  powershell,
  cmd: powershell,
  ...Object.fromEntries(
    words(`
      rm rmdir unlink shred srm trash wipe wipefs truncate grm grmdir gunlink gshred gtruncate rimraf del-cli trash-cli trash-put rmtrash rip gvfs-rm gvfs-trash
      tmpwatch tmpreaper
    `).map((name) => [name, deleter]),
  ),
  ...Object.fromEntries(['cp', 'mv', 'ln', 'install', 'gcp', 'gmv', 'link'].map((name) => [name, copier])),
  ...Object.fromEntries(
    [
      'tee',
      'touch',
      'mkdir',
      'sponge',
      'mknod',
      'mkfifo',
      'chmod',
      'chown',
      'chgrp',
      'setfacl',
      'chattr',
      'ed',
      'ex',
      'vi',
      'vim',
      'nvim',
      'nano',
      'emacs',
      'patch',
      'split',
      'csplit',
    ].map((name) => [name, writer]),
  ),
  ...Object.fromEntries(['nc', 'ncat', 'netcat', 'socat'].map((name) => [name, listener])),
  ...Object.fromEntries(['curl', 'wget', 'aria2c', 'axel', 'http', 'https', 'xh', 'fetch'].map((name) => [name, downloader])),
  ...Object.fromEntries(
    ['kill', 'pkill', 'killall', 'xkill', 'skill', 'fuser', 'shutdown', 'reboot', 'halt', 'poweroff'].map((name) => [name, killer]),
  ),
  ...Object.fromEntries(
    ['mount', 'umount', 'insmod', 'modprobe', 'setcap', 'useradd', 'usermod', 'passwd', 'visudo', 'iptables', 'nft', 'sysctl'].map(
      (name) => [name, rights],
    ),
  ),
  ...Object.fromEntries(
    ['systemctl', 'launchctl', 'service', 'chkconfig', 'update-rc.d', 'loginctl', 'schtasks'].map((name) => [name, service]),
  ),
};

/** What a variable is set to that is given as an argument, as to `export` and `env`. */
function takeVariable(
  text: string,
  { call: { head, depth }, literal, runner }: { readonly call: Call; readonly literal: boolean; readonly runner: Runner },
): void {
  const at = text.indexOf('=');
  if (at < 0) return;
  const [name, value] = [text.slice(0, at), { texts: [text.slice(at + 1)], literal }];
  tellNamed(name, value, { head, scene: runner.scene });
  if (mayHoldCode(name)) runVariable(name, value, { within: { head, depth }, runner });
}

/** Whether it is a program, and not a word of a sentence, as far as the tables tell. */
const isKnown = (call: Call, handler: Handler | undefined): boolean =>
  handler !== undefined || isRunner(call.head) || call.head === 'dd' || sourceOf(call) !== undefined;

/** Tells what any program but a table reader does: what is known of it by name, and what its arguments show of themselves. */
export const runProgram: Handler = (call, runner) => {
  const { head, args } = call;
  runner.scene.emit({ kind: 'exec', target: head, origin: 'file', certainty: 'certain', head });
  for (const [at, { texts, literal }] of args.entries())
    for (const text of texts) {
      takeVariable(text, { call, literal, runner });
      const next = args[at + 1];
      if (/^--?[a-z]{2}/.test(text) && !text.includes('=') && next !== undefined) tellNamed(text, next, { head, scene: runner.scene });
    }
  const wrapper = wrapperHandler(head);
  if (wrapper !== undefined) {
    wrapper(call, runner);
    return runCodeOptions(call, runner);
  }
  const known = Object.hasOwn(handlers, head) ? handlers[head] : undefined;
  const handler = known ?? interpreterHandler(head);
  handler?.(call, runner);
  tellHosts(call, runner.scene);
  obeyNamedFolders(call, runner.scene);
  // A word of a sentence does nothing with files.
  if (known !== copier && (!runner.isProse || isKnown(call, handler))) touchNamedFiles(call, runner.scene);
  if (known === copier)
    for (const file of filesIn(args.filter(({ texts }) => texts[0]?.startsWith('-'))))
      runner.scene.touch('write', file, { head, certainty: 'possible' });
  touchByWords(call, runner.scene);
  touchFetched(call, runner.scene);
  touchListed(call, runner.scene);
  lookThroughMounts(call, runner);
  runPartedCommand(call, runner);
  runNested(call, runner);
  runEscapes(call, runner);
  runCodeOptions(call, runner);
  lookAtWords(call, runner);
};
