/** Stands for what is not known in a text. Commands cannot hold it: it is a hidden character. */
export const unknownMark = '\u0000';
/** Stands for the home directory in a text. */
export const homeMark = '\u0001';

/**
 * The canonical absolute path that a text names from a directory, by segments: `.` and `..` are taken away, homes begin with `~`. Not
 * known beyond the first `unknownMark`, which is kept. Undefined: nothing is known of where it is.
 */
export function canonicalPath(text: string, cwd: string | undefined): string | undefined {
  const from = baseOf(withoutProcess(text, cwd), cwd);
  if (from === undefined) return undefined;
  const segments: string[] = [];
  for (const segment of from.split('/')) {
    if (segment === '' || segment === '.') continue;
    // What comes before a step up through something unknown is unknown too.
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return foldHome(segments);
}

const process = /^\/+proc\/+(?:self|thread-self|\d+)\/+(?:task\/+\d+\/+)?(?<link>root|cwd)(?=\/|$)/;

/** `/proc/self/root` is the root, and `/proc/self/cwd` the current directory. */
function withoutProcess(text: string, cwd: string | undefined): string {
  const link = process.exec(text)?.groups?.['link'];
  if (link === undefined) return text;
  const rest = text.replace(process, '');
  return link === 'root' ? rest || '/' : `${cwd?.replace(/^~/, homeMark) ?? unknownMark}${rest}`;
}

function baseOf(text: string, cwd: string | undefined): string | undefined {
  if (text.startsWith('/') || text.startsWith(homeMark)) return text;
  if (text.startsWith(unknownMark) || cwd === undefined) return undefined;
  return `${cwd.replace(/^~/, homeMark)}/${text}`;
}

function foldHome(segments: readonly string[]): string {
  const [first] = segments;
  if (first === 'root' || first?.startsWith(homeMark)) return ['~', ...segments.slice(1)].join('/');
  return `/${segments.join('/')}`;
}

/** The segments below the home directory, when the path is in somebody's. */
export function belowHome(path: string): readonly string[] | undefined {
  const segments = path.split('/');
  if (segments[0] === '~') return segments.slice(1);
  const second = segments[1]?.toLowerCase();
  return second === 'home' || second === 'users' ? segments.slice(3) : undefined;
}

/** Whether `path` is `root` or below it, by whole segments. */
export function isWithin(path: string, root: string): boolean {
  return root === '/' ? path.startsWith('/') : path === root || path.startsWith(`${root}/`);
}

/** A text as it is shown: what is unknown as `*`, the home directory as `~`. */
export const readable = (text: string): string => text.replaceAll(unknownMark, '*').replaceAll(homeMark, '~');
