import { fitsAnyPath } from '../rules/pattern.ts';
import type { Work } from '../rules/work.ts';
import { alikePath, foldedName, isShortOf } from '../shell/places/names-of-files.ts';

/**
 * A canonical path, against patterns. In a rule that allows, letter by letter. In others, whichever file system it is on: capitals, wide letters,
 * the two ways to write an accent, dots and blanks at the end of a name, streams and short names make no difference.
 */
export function isPath(
  path: string,
  patterns: readonly string[],
  { each, work }: { readonly each: boolean; readonly work: Work },
): boolean {
  if (each) return fitsAnyPath(path, patterns, work);
  const folded = foldedAll(patterns);
  const alike = alikePath(path);
  const names = new Set([foldedName(path), alike]);
  for (const name of names) if (fitsAnyPath(name, folded, work)) return true;
  return hasShort.test(alike) && fitsShortened(alike, folded, work);
}

function foldedAll(patterns: readonly string[]): readonly string[] {
  const known = kept.get(patterns) ?? patterns.map(foldedName);
  kept.set(patterns, known);
  return known;
}

/** Patterns are of rules, which do not change. */
const kept = new WeakMap<readonly string[], readonly string[]>();

const hasShort = /~\d/;

/** Held against patterns in which each name that a short one may stand for is that one. */
function fitsShortened(path: string, patterns: readonly string[], work: Work): boolean {
  const shortened = path.split('/').filter((segment) => hasShort.test(segment));
  return patterns.some((pattern) => {
    work.spend((pattern.length + costOfPattern) * shortened.length);
    const made = pattern
      .split('/')
      .map((name) => (name.includes('*') ? name : (shortened.find((one) => isShortOf(one, name)) ?? name)))
      .join('/');
    return made !== pattern && fitsAnyPath(path, [made], work);
  });
}

/** What taking a pattern apart costs beside its characters. */
const costOfPattern = 200;
