import type { Effect } from '../shell/effect.ts';

/** What a deletion shares with deletions of what is in the same folder, and of folders that hold it. */
export function deletedBy({ kind, target }: Effect): readonly string[] {
  const path = kind === 'delete' ? knownPart(target) : undefined;
  return path === undefined ? [] : [`delete in ${path}`, ...wholes(path).map((whole) => `delete all of ${whole}`)];
}

/** The same of what may be deleted: something in each of its folders, and all of it. */
export function mayDelete({ kind, target }: Effect): readonly string[] {
  const path = kind === 'delete' ? knownPart(target) : undefined;
  if (path === undefined) return [];
  const isSome = /\/[^*/]*\*[^*/]+|\/[^*/]+\*/.test(target.slice(path.length));
  return [...wholes(path).map((whole) => `delete in ${whole}`), ...(isSome ? [] : [`delete all of ${path}`])];
}

/** The path, or the folder in which the part begins that is not known. */
function knownPart(target: string): string | undefined {
  const cut = target.indexOf('*');
  const path = cut < 0 ? target : target.slice(0, target.lastIndexOf('/', cut));
  return path === '' ? undefined : path;
}

/** Folders of a path that are told apart, from its beginning. */
const mostFolders = 64;

/** A path and the folders that hold it; the root, which holds everything, is none. */
function wholes(path: string): readonly string[] {
  const segments = path.split('/', mostFolders);
  return [...segments.map((_, at) => segments.slice(0, at + 1).join('/')).filter((whole) => whole !== ''), path];
}
