import type { Issue } from '../api/fault.ts';
import type { Rule } from '../api/policies.ts';

/** What keeps a revision from coming into force, each with the rule that it is about. */
export function GateFaults({ faults, rules }: { readonly faults: readonly Issue[]; readonly rules: readonly Rule[] }) {
  return (
    <ul className="list gate-faults" aria-label="What keeps it from being activated">
      {faults.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>{placeWords(path, rules)}</code> {message}
        </li>
      ))}
    </ul>
  );
}

/** `rules.3.examples.match.0` as the rule by its id and the place in it. */
function placeWords(path: string, rules: readonly Rule[]): string {
  const [, number, ...rest] = path.split('.');
  const rule = number === undefined ? undefined : rules[Number(number)];
  return rule ? [rule.id, ...rest].join(' ') : 'all rules';
}
