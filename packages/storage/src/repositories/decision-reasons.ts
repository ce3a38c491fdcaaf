import type { NewDecision } from '@cairn/governance';

/** Rules that an entry of the audit names. */
const mostRules = 16;

/** What the audit says of why something was decided. Rules and their conditions by name; never what they were met by. */
interface DecisionReasons {
  /** `rules`, or `no_rule`: none is about it, which denies. The store puts what people had said before in its place. */
  readonly reason: 'rules' | 'no_rule';
  /** Those that decided, at most 16. */
  readonly rules: readonly string[];
  /** How many more there are. */
  readonly more?: number;
  /** The conditions of each. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
}

export function reasonsOf({ ruleIds, explain }: Pick<NewDecision['decision'], 'ruleIds' | 'explain'>): DecisionReasons {
  const rules = ruleIds.slice(0, mostRules);
  const clausesOf = (id: string): string[] => [...new Set(explain.flatMap(({ rule, clause }) => (rule === id ? [clause] : [])))];
  return {
    reason: rules.length === 0 ? 'no_rule' : 'rules',
    rules,
    ...(ruleIds.length > mostRules && { more: ruleIds.length - mostRules }),
    clauses: Object.fromEntries(rules.map((id) => [id, clausesOf(id)])),
  };
}
