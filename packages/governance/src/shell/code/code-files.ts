import { homeMark, unknownMark } from '../places/path.ts';
import { quotedIn, bracketedIn } from '../script/quoted-texts.ts';
import { Refusal } from '../refusal.ts';
import type { Scene } from '../script/scene.ts';
import type { Arg } from '../script/word.ts';
import { words } from '../words.ts';

/** Files that one text of code may name. */
const mostNamed = 256;

/**
 * Tells what code of another language does to files that it names within quotes. The code is not read: what stands right in a call that deletes
 * or writes is certain; each other text that may be a path is read perhaps, and deleted and written where something in the code does that;
 * `isSure`: these are left out.
 *
 * @throws Refusal when it names more than anybody could look through
 */
export function touchFilesInCode(
  code: Arg,
  head: string,
  { scene, isSure = false }: { readonly scene: Scene; readonly isSure?: boolean },
): void {
  for (const text of code.texts) {
    const mayDelete = deletes.test(text);
    const mayWrite = mayDelete || writes.test(text.replaceAll(opensToRead, ''));
    for (const [name, does] of namedIn(text)) {
      const isKnown = code.literal && !name.includes(unknownMark);
      const file: Arg = { texts: [name.replace(/^~(?=\/|$)/, homeMark)], literal: isKnown };
      if (does !== undefined) scene.touch(does, file, { head });
      else if (!isSure && (mayWrite || likePath.test(name))) {
        scene.touch('read', file, { head, certainty: 'possible' });
        if (mayWrite) scene.touch('write', file, { head, certainty: 'possible' });
        if (mayDelete) scene.touch('delete', file, { head, certainty: 'possible' });
      }
    }
  }
}

/** What may be the path of a file, and what is surely done to it. */
function namedIn(code: string): ReadonlyMap<string, 'write' | 'delete' | undefined> {
  const named = new Map<string, 'write' | 'delete' | undefined>();
  for (const { text, from, to } of quotedIn(code)) {
    const around = { before: code.slice(Math.max(0, from - 64), from - 1), after: code.slice(to + 1, to + 65) };
    const does = doneTo(text, around);
    const name = text.replace(/^\s*\+?[<>]{1,2}\s*/, '');
    if (does === undefined && !mayBePath.test(name)) continue;
    if (name !== '' && !name.includes('\n')) named.set(name, does ?? named.get(name));
  }
  for (const text of bracketedIn(code)) if (mayBePath.test(text) && !named.has(text)) named.set(text, undefined);
  if (named.size > mostNamed) throw new Refusal('too_many_readings');
  return named;
}

interface Around {
  readonly before: string;
  readonly after: string;
}

function doneTo(text: string, { before, after }: Around): 'write' | 'delete' | undefined {
  if (deletesNext.test(before) || /^\)?\.(?:unlink|rmdir|rmtree|rimraf|deleteDir|deleteRecursively|delete)\b/.test(after)) return 'delete';
  if (writesNext.test(before) || /^\)?\.(?:write_(?:text|bytes)|touch|mkdir|open\(\s*['"][^'"]*[wax+])/.test(after)) return 'write';
  const opens = /\bopen(?:Sync)?\s*\(?\s*[rbuf]?$/.test(before) && /^\s*,\s*(?:mode\s*=\s*)?['"`][^'"`]*[wax+>]/.test(after);
  const isRedirect = /\bopen\b/.test(before) && (/^\s*\+?>/.test(text) || /['"]\+?>{1,2}['"]\s*,\s*$/.test(before));
  return opens || isRedirect ? 'write' : undefined;
}

/** A word without blanks that is no option and no address. */
const mayBePath = /^(?!-|[a-z][\w+.-]*:\/\/)[^\s'"`<>|;]{1,1024}$/i;
const likePath = /[/.~]/;

const deleting = words(
  'rmtree unlink rmdir rimraf removedirs remove_tree rm_rf rm_r rm_f rmSync remove_dir_all remove_file del_tree deltree deleteDir deleteRecursively removeItem delete-file delete-directory remove-directory',
).join('|');
const deletesNext = new RegExp(
  String.raw`(?:\b(?:os|fs|fsp|fse|promises|shutil|File|FileUtils|Deno|Dir)\b\W{0,3}(?:remove|delete|rm)\w*|\b(?:${deleting})[\w/]*)\s*\(?\s*\[?\s*(?:\w+:\s*)?(?:(?:\w+\.)?Path\(\s*)?[rbuf]?$|\bdelete\s+(?:POSIX\s+file|alias|file|folder|item)\s*$`,
  'i',
);
const deletes = new RegExp(String.raw`${deleting}|\b(?:rm|remove|removeSync|delete|erase|trash|unlink_?\w*)(?:\s*\(|\s+['"[])|\.rm\b`, 'i');

const writesNext =
  /\b(?:writeFile|appendFile|outputFile|write_file|createWriteStream|file_put_contents|File\.write|IO\.write|truncate|mkdirs?|mkdirp|mkdir_p|makedirs|ensureDir|ensureFile|touch)(?:Sync)?\s*\(?\s*[rbuf]?$/;
const writes =
  /\bopen\b|write|append|truncate|rename|replace|move|copy|cop(?:y|ies)\b|\bcp\b|\bmv\b|mkdir|makedirs|symlink|\blink\b|touch|chmod|chown|dump|save|to_\w+\(|put_contents|extract|>/i;
/** `open(f)`, `open(f, 'r')`, `open(f, encoding=…)` */
const opensToRead = /\bopen\(\s*[^,()]{0,256}(?:,\s*(?:mode\s*=\s*)?['"]r[bt]?['"])?(?:,\s*encoding\s*=[^,()]{0,64})?\)/g;
