import type { Action } from '../actions/action.ts';
import type { Revision } from '../rules/revision.ts';
import type { Rule } from '../rules/rule.ts';

/** Whether every action of the kind is allowed: rules about it allow without another condition, and none says anything else. */
export function allowsEvery(revision: Revision, kind: Action['kind']): boolean {
  const known = found.get(revision) ?? new Map<Action['kind'], boolean>();
  found.set(revision, known);
  const answer = known.get(kind) ?? judge(revision.rules, kind);
  known.set(kind, answer);
  return answer;
}

const found = new WeakMap<Revision, Map<Action['kind'], boolean>>();

function judge(rules: readonly Rule[], kind: Action['kind']): boolean {
  const about = rules.filter(({ when }) => when.kind === undefined || when.kind.includes(kind));
  return (
    about.some(isPlain) &&
    about.every(({ effect, mode, obligations }) => effect === 'allow' && mode !== 'shadow' && obligations === undefined)
  );
}

/** Has no condition but on the kind. */
const isPlain = ({ when }: Rule): boolean => Object.entries(when).every(([name, value]) => name === 'kind' || value === undefined);
