import type { Call } from '../script/call.ts';
import type { EffectKind } from '../effect.ts';
import { operandsOf } from '../programs/operands.ts';
import { homeMark, unknownMark } from './path.ts';
import type { Scene } from '../script/scene.ts';
import { literalArg } from '../script/word.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** What a program does to places that it is told of, where words of its own say so. */
interface Doing {
  readonly programs: string;
  /** Words or options, each of which has to be among its arguments; none: it always does. */
  readonly when: readonly RegExp[];
  /** What its operands say, one after the other. */
  readonly says?: RegExp;
  readonly does: EffectKind;
  /** Its operands, the first or the last of them that is on this machine, the values of these options, or a file of its own. */
  readonly to: 'operands' | 'first' | 'last' | RegExp | { readonly file: string };
}

const doings: readonly Doing[] = [
  { programs: 'cmake', when: [/^-E$/, /^(?:rm|remove|remove_directory)$/], does: 'delete', to: 'operands' },
  { programs: 'cmake', when: [/^-E$/, /^(?:copy\w*|rename|touch\w*|make_directory|create_\w+)$/], does: 'write', to: 'operands' },
  { programs: 'rclone', when: [/^(?:delete|purge|deletefile|rmdirs?|cleanup)$/], does: 'delete', to: 'operands' },
  { programs: 'rclone', when: [/^(?:sync|bisync)$/], does: 'delete', to: 'last' },
  { programs: 'rclone', when: [/^(?:move|moveto)$/], does: 'delete', to: 'first' },
  { programs: 'aws', when: [/^s3$/, /^mv$/], does: 'delete', to: 'first' },
  { programs: 'aws', when: [/^s3$/, /^--delete$/], does: 'delete', to: 'last' },
  { programs: 'aws', when: [], does: 'read', to: /^--body$/ },
  { programs: 'gsutil', when: [/^mv$/], does: 'delete', to: 'first' },
  { programs: 'gsutil', when: [/^rsync$/, /^-[a-z]*d/], does: 'delete', to: 'last' },
  { programs: 'gcloud', when: [/^storage$/, /^mv$/], does: 'delete', to: 'first' },
  { programs: 'gcloud', when: [/^--delete-unmatched/], does: 'delete', to: 'last' },
  { programs: 'azcopy', when: [/^--delete-destination(?:=true)?$/], does: 'delete', to: 'last' },
  { programs: 's3cmd', when: [/^--delete-removed$/], does: 'delete', to: 'last' },
  { programs: 's5cmd mc b2', when: [/^--(?:delete|remove)$/], does: 'delete', to: 'last' },
  { programs: 'rsync', when: [/^--remove-s/], does: 'delete', to: 'first' },
  { programs: 'restic', when: [/^restore$/], does: 'write', to: /^(?:-t|--target)$/ },
  { programs: 'restic', when: [/^restore$/, /^--delete$/], does: 'delete', to: /^(?:-t|--target)$/ },
  { programs: 'borg', when: [/^delete$/], does: 'delete', to: 'operands' },
  { programs: '7z 7za 7zr 7zz', when: [/^-sdel/i], does: 'delete', to: 'operands' },
  { programs: 'rar', when: [/^-d[fr]$|^mf?$/i], does: 'delete', to: 'operands' },
  { programs: 'rar unrar', when: [], does: 'write', to: /^-op/i },
  { programs: 'gio', when: [/^(?:trash|remove)$/], does: 'delete', to: 'operands' },
  { programs: 'gio', when: [/^(?:copy|move|save|mkdir|rename)$/], does: 'write', to: 'operands' },
  { programs: 'kioclient kioclient5', when: [/^(?:remove|del)$/], does: 'delete', to: 'operands' },
  { programs: 'fdupes jdupes', when: [/^-[a-z]*d|^--delete/i], does: 'delete', to: 'operands' },
  { programs: 'rdfind', when: [/^-deleteduplicates$/], does: 'delete', to: 'operands' },
  { programs: 'git', when: [/^worktree$/, /^remove$/], does: 'delete', to: 'operands' },
  { programs: 'git', when: [/^--template(?:=.+)?$/], says: /^(?:init|clone)(?: |$)/, does: 'write', to: { file: '.git/hooks' } },
  { programs: 'btrfs', when: [/^su/, /^del/], does: 'delete', to: 'operands' },
  { programs: 'salt salt-call', when: [/^file\.(?:remove|rmdir)$/], does: 'delete', to: 'operands' },
  { programs: 'cargo', when: [/^clean$/], does: 'delete', to: /^--target-dir$/ },
  { programs: 'pytest', when: [], does: 'delete', to: /^--basetemp$/ },
  { programs: 'jekyll', when: [/^b/], does: 'delete', to: /^(?:-d|--destination)$/ },
  { programs: 'hugo', when: [/^--cleanDestinationDir$/], does: 'delete', to: /^(?:-d|--destination)$/ },
  { programs: 'vite', when: [/^--emptyOutDir$/], does: 'delete', to: /^--outDir$/ },
  { programs: 'python python3', when: [/^venv$/, /^--clear$/], does: 'delete', to: 'operands' },
  { programs: 'virtualenv', when: [/^--clear$/], does: 'delete', to: 'operands' },
  { programs: 'ruby', when: [/^-run$/, /^rm/], does: 'delete', to: 'operands' },
  { programs: 'yq', when: [/^(?:-[a-zA-Z]*i|--inplace|--in-place)/], does: 'write', to: 'operands' },
  { programs: 'tidy', when: [], does: 'write', to: /^(?:-m|-modify|--write-back)$/ },
  { programs: 'npm pnpm', when: [], says: /^config (?:set|delete|edit|fix)(?: |$)/, does: 'write', to: { file: `${homeMark}/.npmrc` } },
  { programs: 'npm pnpm', when: [], says: /^set \S+=/, does: 'write', to: { file: `${homeMark}/.npmrc` } },
  { programs: 'pip pip3 uv', when: [], does: 'write', to: /^(?:-t|--target|--prefix|--root)$/ },
];

const byProgram: ReadonlyMap<string, readonly Doing[]> = new Map(
  [...new Set(doings.flatMap(({ programs }) => words(programs)))].map((program) => [
    program,
    doings.filter(({ programs }) => words(programs).includes(program)),
  ]),
);

/** Tells what a program does to places by words of its own. */
export function touchByWords({ head, args }: Call, scene: Scene): void {
  const texts = args.map(({ texts: [text = ''] }) => text);
  const said = operandsOf(args)
    .map(({ texts: [text = ''] }) => text)
    .join(' ');
  for (const { when, says, does, to } of byProgram.get(head) ?? [])
    if (when.every((word) => texts.some((text) => word.test(text))) && says?.test(said) !== false)
      for (const place of placesAt(to, args)) scene.touch(does, place, { head });
}

function placesAt(to: Doing['to'], args: readonly Arg[]): readonly Arg[] {
  if (to instanceof RegExp) return args.flatMap((arg, at) => valueOf(arg, { option: to, next: args[at + 1] }));
  if (typeof to === 'object') return [literalArg(to.file)];
  const here = operandsOf(args).filter(({ texts }) => !texts.some((text) => isElsewhere.test(text)));
  if (to === 'operands') return here;
  // What stands last, or first after words of its own, may be on another machine.
  const [first, last] = [operandsOf(args).find(({ texts: [text = ''] }) => namesPlace(text)), operandsOf(args).at(-1)];
  return here.filter((arg) => arg === (to === 'first' ? first : last));
}

const isElsewhere = /^[\w.@-]{2,}:/;
const namesPlace = (text: string): boolean => ['/', '.', ':', homeMark, unknownMark].some((mark) => text.includes(mark));

/** The word after such an option, or what stands beside it. */
function valueOf({ texts, literal }: Arg, { option, next }: { readonly option: RegExp; readonly next: Arg | undefined }): readonly Arg[] {
  return texts.flatMap((text) => {
    const [name = '', ...value] = text.split('=');
    if (value.length > 0 && option.test(name)) return [{ texts: [value.join('=')], literal }];
    if (!option.test(text)) return [];
    const beside = text.replace(option, '');
    return beside === '' ? (next ?? []) : [literalArg(beside)];
  });
}
