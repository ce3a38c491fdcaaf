import { fitsAnyPath } from '../rules/pattern.ts';
import type { Work } from '../rules/work.ts';

/**
 * A canonical path, against patterns. In a rule that allows, letter by letter. In others, capitals and the two ways to write an accent make no
 * difference: on file systems that do not tell them apart it is the same file.
 */
export function isPath(
  path: string,
  patterns: readonly string[],
  { each, work }: { readonly each: boolean; readonly work: Work },
): boolean {
  return each ? fitsAnyPath(path, patterns, work) : fitsAnyPath(folded(path), foldedAll(patterns), work);
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

function foldedAll(patterns: readonly string[]): readonly string[] {
  const known = kept.get(patterns) ?? patterns.map(folded);
  kept.set(patterns, known);
  return known;
}

/** Patterns are of rules, which do not change. */
const kept = new WeakMap<readonly string[], readonly string[]>();
