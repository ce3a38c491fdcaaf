export { actionKinds, actionSchema } from './actions/action.ts';
export type { Action } from './actions/action.ts';
export type { Acting } from './actions/action-digest.ts';
export type {
  ActionRepository,
  ApprovalFilter,
  ApprovalNote,
  ApprovalUse,
  DecisionRecord,
  ExecutionOutcome,
  NewDecision,
  PermitUse,
  SpendResult,
  VoteResult,
  WithdrawResult,
} from './actions/action-repository.ts';
export { canonicalJson } from './actions/canonical-json.ts';
export { createActions } from './actions/actions.ts';
export type { ActionContext, Actions, ActionsOptions, Evaluated, Permit, Spending, StoredDecision } from './actions/actions.ts';
export { approvalStatuses } from './approvals/approval.ts';
export { createApprovals, votingOf } from './approvals/approvals.ts';
export type { Approvals, Sight } from './approvals/approvals.ts';
export { cardOf, titleOf } from './approvals/card.ts';
export { hintFor } from './approvals/hint.ts';
export { preconditionKinds } from './permits/preconditions.ts';
export type { Precondition } from './permits/preconditions.ts';
export type { Approval, ApprovalStatus, Grant, NewVote, Vote } from './approvals/approval.ts';
export { decide, outcomes } from './decision/decide.ts';
export type { Decision } from './decision/decide.ts';
export type { Risk } from './decision/facts.ts';
export { starterEvaluator } from './decision/starter-evaluator.ts';
export { hashPermit } from './permits/permit-token.ts';
export { noHistory } from './rules/history.ts';
export { obligationKinds, riskLevels, ruleEffects } from './rules/rule.ts';
export { starterRevision } from './rules/starter-revision.ts';
export type { GovernedStores, GovernedStoresByCall } from './governed-stores.ts';
