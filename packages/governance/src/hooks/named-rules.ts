import type { ActionsOptions } from '../actions/actions.ts';
import type { Evaluator } from '../policies/evaluator.ts';

/**
 * Decides by the rules that name tools, and by no others: what a rule says of every call, or what none says, is not meant for a tool that
 * does nothing.
 */
export function byNamingRules(evaluator: Pick<Evaluator, 'inForce' | 'evaluateBy'>): ActionsOptions['evaluator'] {
  return {
    async evaluate(action, acting) {
      const revision = await evaluator.inForce(acting.projectId);
      return evaluator.evaluateBy({ ...revision, rules: revision.rules.filter(({ when }) => when.tool !== undefined) }, action, acting);
    },
  };
}
