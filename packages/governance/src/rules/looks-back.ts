import type { Revision } from './revision.ts';
import type { Conditions } from './rule.ts';

/** Whether some rule looks at what was done before. */
export function looksBack(revision: Revision): boolean {
  const known = found.get(revision) ?? revision.rules.some(({ when }) => asksOfPast(when));
  found.set(revision, known);
  return known;
}

const found = new WeakMap<Revision, boolean>();

export const asksOfPast = ({ rate, sum, after }: Conditions): boolean => rate !== undefined || sum !== undefined || after !== undefined;
