import type { ActionsOptions } from '../actions/actions.ts';
import { noHistory } from '../rules/history.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { decide } from './decide.ts';

/** Holds actions against the built-in revision. */
export const starterEvaluator: ActionsOptions['evaluator'] = {
  evaluate: async (action, acting) => decide(action, starterRevision, { acting, history: noHistory, now: new Date() }),
};
