import type { Action } from '../actions/action.ts';
import type { Rule } from '../rules/rule.ts';
import { TooMuchWork, Work } from '../rules/work.ts';
import { clausesOf } from './clauses.ts';
import type { Circumstances } from './clauses.ts';
import { factsOf } from './facts.ts';

/** Whether all conditions of one rule hold for an action, as they do when it is decided on; not when that cannot be worked out. */
export function ruleMatches(rule: Rule, action: Action, circumstances: Circumstances): boolean {
  const against = { ...circumstances, facts: factsOf(action), each: rule.effect === 'allow', work: new Work() };
  try {
    return clausesOf(rule, against).every(({ holds }) => holds);
  } catch (error) {
    if (error instanceof TooMuchWork) return false;
    throw error;
  }
}
