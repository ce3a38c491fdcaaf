import type { Call } from '../script/call.ts';
import { canonicalPath, homeMark, unknownMark } from './path.ts';
import type { Handler } from '../script/runner.ts';
import { literalArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** A folder of this machine, and where it is in a container. */
interface Mount {
  readonly source: string;
  readonly target: string;
}

/** Programs that run a command in a container, in which folders of this machine may be. */
const containers = new Set(words('docker docker-compose podman podman-compose nerdctl buildah systemd-nspawn'));

/** Words among which the program in a container may be; more are options and what belongs to them. */
const mostStarts = 32;

/**
 * Looks at a command in a container as far as it reaches what is of this machine: paths in folders that are mounted are those of this machine, all
 * others are the container's own.
 */
export const lookThroughMounts: Handler = (call, runner) => {
  if (!containers.has(call.head)) return;
  const mounts = mountsOf(call);
  if (mounts.length === 0) return;
  const args = call.args.map((arg) => onThisMachine(arg, { mounts, root: runner.scene.root }));
  const texts = call.args.map(({ texts: [text = ''] }) => text);
  const starts = texts.flatMap((text, at) => (at > 0 && !text.startsWith('-') ? [at] : [])).slice(0, mostStarts);
  runner.aside((aside) => {
    const folder = texts.findIndex((text) => /^(?:-w|--workdir|--chdir)$/.test(text));
    const beside = args.find(({ texts: [text = ''] }) => /^(?:-w|--(?:workdir|chdir)=)./.test(text));
    if (folder >= 0) aside.scene.enter(args[folder + 1] ?? literalArg('.'));
    if (beside !== undefined) aside.scene.enter({ ...beside, texts: beside.texts.map((text) => text.replace(/^-w|^[^=]*=/, '')) });
    for (const at of starts) aside.runArgv(args.slice(at), { stdin: { texts: [] }, depth: call.depth + 1 });
    for (const text of [...(call.stdin?.texts ?? []), ...call.args.flatMap(({ puts = [] }) => puts)])
      for (const [, code = ''] of text.matchAll(commandInFile))
        aside.runCode(onThisMachine(literalArg(code), { mounts, root: aside.scene.root }), {
          head: call.head,
          depth: call.depth + 1,
          guess: true,
        });
  });
};

/** `command: …` in a file that tells of containers. */
const commandInFile = /\b(?:command|entrypoint)["']?\s*:\s*["'[]*([^\n"'\]}]+)/g;

function mountsOf({ args, stdin }: Call): readonly Mount[] {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const values = texts.flatMap((text, at) => {
    const beside = /^(?:-v|--(?:volume|mount|bind|bind-ro)=)(.+)$/s.exec(text)?.[1];
    return beside ?? (/^(?:-v|--volume|--mount|--bind|--bind-ro)$/.test(text) ? (texts[at + 1] ?? []) : []);
  });
  const written = [...(stdin?.texts ?? []), ...args.flatMap(({ puts = [] }) => puts)].flatMap((text) =>
    [...text.matchAll(/(?:^|[\s"'[])([/.~][^\s:"']*:\/[^\s:"',\]]*)/gm)].map(([, value = '']) => value.replace(/^~/, homeMark)),
  );
  const mounts = [...values, ...written].flatMap(mountOf);
  const root = texts.flatMap((text, at) => (/^(?:-D|--directory)$/.test(text) ? (texts[at + 1] ?? []) : []));
  // In what is entered by `chroot`, and in the machine's own processes, paths are those of the machine.
  const entered = texts.flatMap((text, at) =>
    text === 'chroot' ? mounts.filter(({ target }) => target === trimmed(texts[at + 1] ?? '')) : [],
  );
  const isHost = texts.some((text) => /^--pid=host$/.test(text)) && texts.includes('nsenter');
  return [
    ...mounts,
    ...[...root, ...entered.map(({ source }) => source), ...(isHost ? ['/'] : [])].map((source) => ({ source, target: '' })),
  ].toSorted((a, b) => b.target.length - a.target.length);
}

/** `source:target`, or `type=bind,source=…,target=…`; what has a name and no place is none of this machine. */
function mountOf(text: string): readonly Mount[] {
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(text)?.[1] ?? text.split(':')[0] ?? '';
  const target =
    /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(text)?.[1] ?? text.split(':')[1] ?? (text.includes('=') ? undefined : source);
  return target === undefined || !placeMarks.some((mark) => source.startsWith(mark)) ? [] : [{ source, target: trimmed(target) }];
}

/** What the source of a mount begins with, unless it is the name of a volume. */
const placeMarks = ['/', '.', homeMark, unknownMark];

const trimmed = (path: string): string => path.replace(/\/+$/, '');

interface Machine {
  readonly mounts: readonly Mount[];
  readonly root: string;
}

function onThisMachine({ texts, literal }: Arg, machine: Machine): Arg {
  return { texts: texts.map((text) => text.replaceAll(absolute, (path) => placeOf(path, machine))), literal };
}

const absolute = new RegExp(
  String.raw`(?<![\w.\-/:~)}])(?:(?:${homeMark}|~|\$HOME|\$\{HOME\})(?=/|\s|$)[^\s'"\x60;|&<>()]*|/[^\s'"\x60;|&<>(),]*)`,
  'g',
);

function placeOf(path: string, { mounts, root }: Machine): string {
  const whole = canonicalPath(path, '/')?.replace(/^~/, homeMark) ?? path;
  const mount = mounts.find(({ target }) => whole === target || whole.startsWith(`${target}/`));
  return mount === undefined ? `${root}/.container/x` : `${trimmed(mount.source)}${whole.slice(mount.target.length)}` || '/';
}
