import type { Call } from '../script/call.ts';
import { operandsOf } from '../programs/operands.ts';
import type { Scene } from '../script/scene.ts';
import { literalArg } from '../script/word.ts';
import { words } from '../words.ts';

const copiers: ReadonlySet<string> = new Set(words('scp sftp rsync'));
/** Programs that do more than that, and the words by which they copy. */
const alsoCopiers: ReadonlySet<string> = new Set(words('aws gsutil gcloud rclone azcopy s3cmd kubectl oc docker podman'));
const copying: ReadonlySet<string> = new Set(words('cp copy copyto sync mv move moveto get'));

/** A file on another machine: `host:path`, but for a drive's letter; or an address of one. */
const isRemote = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]+:\/\/|[^/:]{2,}:|\[[^\]/]*\]:)/i.test(text);

/** Tells which files a program copies from another machine: where it puts them, and by their own names below that. */
export function touchFetched({ head, args }: Call, scene: Scene): void {
  const operands = operandsOf(args).map(({ texts: [text = ''] }) => text);
  if (!copiers.has(head) && !(alsoCopiers.has(head) && operands.some((text) => copying.has(text)))) return;
  const [from, last = ''] = [operands.filter(isRemote), operands.at(-1)];
  if (from.length === 0 || (isRemote(last) && head !== 'sftp')) return;
  const place = isRemote(last) ? '.' : last;
  for (const source of from) {
    const name =
      source
        .replace(/[/?#]+$/, '')
        .split(/[/:]/)
        .at(-1) ?? '';
    for (const path of [place, `${place}/${name}`]) scene.touch('write', literalArg(path), { head });
  }
}
