export { actionSchema } from './actions/action.ts';
export { decide, outcomes } from './decision/decide.ts';
export type { Decision } from './decision/decide.ts';
export { noHistory } from './rules/history.ts';
export { obligationKinds, riskLevels, ruleEffects } from './rules/rule.ts';
export { starterRevision } from './rules/starter-revision.ts';
