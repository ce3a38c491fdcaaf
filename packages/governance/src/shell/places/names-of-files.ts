import { homeMark, unknownMark } from './path.ts';

/**
 * A path as file systems other than the usual one may read it, by segments: capitals, wide letters and what nobody sees make no difference, as
 * on those of Apple; dots and blanks at the end of a name and a stream behind it (`.git::$INDEX_ALLOCATION`) are left out, as on those of Windows.
 */
export const alikePath = (path: string): string => (readOtherwise.test(path) ? path.split('/').map(alikeName).join('/') : path);

const readOtherwise = /[A-Z:\u0080-\uffff]|[. ](?=\/|$)/;

function alikeName(name: string): string {
  if (name === '.' || name === '..') return name;
  const folded = foldedName(name);
  return folded.replace(/(?<=.):.*$/s, '').replace(/(?<=[^. ])[. ]+$/, '') || folded;
}

/** Letters that only differ in case come together by way of their capitals: `ß` is `ss`. */
export const foldedName = (name: string): string =>
  ascii.test(name)
    ? name.toLowerCase()
    : name
        .normalize('NFKC')
        .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
        .toUpperCase()
        .toLowerCase()
        .normalize('NFC');

const ascii = new RegExp(`^[${unknownMark}${homeMark} -~]*$`);

/**
 * The paths that one with short names may be, as Windows makes them of longer ones: `git~1` is `.git`, of the names that are given. None where no
 * name in it is of that form. All in small letters.
 */
export function withLongNames(path: string, names: readonly string[]): readonly string[] {
  if (!hasShort.test(path)) return [];
  const [first = [], ...rest] = path.split('/').map((segment) => longNamesOf(segment, names));
  let paths: readonly string[] = first;
  for (const may of rest) paths = paths.flatMap((before) => may.map((name) => `${before}/${name}`)).slice(0, mostReadings);
  return paths;
}

function longNamesOf(segment: string, names: readonly string[]): readonly string[] {
  const long = short.test(segment) ? names.filter((name) => isShortOf(segment, name)) : [];
  return long.length === 0 ? [segment] : long;
}

const mostReadings = 64;
const hasShort = /~\d/;
const short = /^(?<base>[^~.]{1,6})~\d{1,6}(?:\.[^.]{0,3})?$/;

/** Its first six letters; or, where there are many such, the first two and four digits of a sum over it. */
export function isShortOf(given: string, name: string): boolean {
  const base = short.exec(given)?.groups?.['base'];
  if (base === undefined) return false;
  const stem = name
    .replace(/^\.+/, '')
    .replace(/(?<=.)\.[^.]*$/, '')
    .replaceAll(/[. ]/g, '');
  const letters = stem.slice(0, 2);
  return base === stem.slice(0, 6) || (letters !== '' && base.startsWith(letters) && /^[\da-f]{4}$/.test(base.slice(letters.length)));
}
