import type { Issue } from '../api/fault.ts';
import { opening, placeOf, readSource } from './json-source.ts';
import type { SourceFault } from './json-source.ts';

/** What the server found in a text that was sent under a name, each at its place in the text. Issues of other fields are left out. */
export function issuesIn(text: string, issues: readonly Issue[], field: string): readonly SourceFault[] {
  const { root } = readSource(text);
  if (!root) return [];
  return issues.flatMap(({ path, message }) => {
    const [first, ...rest] = path.split('.');
    if (first !== field) return [];
    const { start, end } = rest.length === 0 ? opening(root) : placeOf(root, rest);
    return [{ start, end, message }];
  });
}
