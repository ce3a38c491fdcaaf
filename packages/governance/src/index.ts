export { actionKinds, actionSchema, toolNameOf } from './actions/action.ts';
export { memoryRestoreAction, memoryWriteAction } from './actions/memory-write.ts';
export type { WrittenMemory } from './actions/memory-write.ts';
export { documentDeleteAction, memoryDeleteAction } from './actions/deletions.ts';
export type { HeldMemory } from './actions/held-memory.ts';
export { documentWriteAction } from './actions/document-write.ts';
export type { WrittenDocument } from './actions/document-write.ts';
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
  Turn,
  PermitUse,
  SpendResult,
  VoteResult,
  WithdrawResult,
} from './actions/action-repository.ts';
export { checkpointAction, isCheckpointAction } from './actions/checkpoint-action.ts';
export { canonicalJson } from './actions/canonical-json.ts';
export { createActions } from './actions/actions.ts';
export type { ActionContext, Actions, ActionsOptions, Evaluated, Permit, Spending, StoredDecision } from './actions/actions.ts';
export { approvalStatuses } from './approvals/approval.ts';
export { createApprovals, votingOf } from './approvals/approvals.ts';
export type { Approvals, Sight } from './approvals/approvals.ts';
export { cardOf, legible, titleOf } from './approvals/card.ts';
export { routesOf } from './approvals/routes.ts';
export type { Routes } from './approvals/routes.ts';
export { hintFor } from './approvals/hint.ts';
export { preconditionKinds } from './permits/preconditions.ts';
export type { Precondition } from './permits/preconditions.ts';
export type { Approval, ApprovalStatus, ApprovedExecution, Grant, NewVote, Vote } from './approvals/approval.ts';
export { amountOf } from './decision/amount.ts';
export { decide, outcomes } from './decision/decide.ts';
export type { Decision } from './decision/decide.ts';
export type { Risk } from './decision/risk.ts';
export { hashPermit } from './permits/permit-token.ts';
export { noHistory } from './rules/history.ts';
export { obligationKinds, riskLevels, ruleEffects, ruleSchema } from './rules/rule.ts';
export type { Rule } from './rules/rule.ts';
export { maxRevisions, policyKey, policyNumbers } from './rules/revision.ts';
export type { Revision } from './rules/revision.ts';
export { valueAt } from './rules/json-pointer.ts';
export { starterRevision } from './rules/starter-revision.ts';
export type { GovernedStores, GovernedStoresByCall } from './governed-stores.ts';
export { withKeyedRefs } from './hooks/call-ref.ts';
export { claudeCodeAnswer, readClaudeCodeHook } from './hooks/claude-code.ts';
export { codexAnswer, readCodexHook } from './hooks/codex.ts';
export { cursorAnswer, readCursorHook } from './hooks/cursor.ts';
export type { OwnEvents } from './hooks/cursor.ts';
export { decideToolUse, refuseToolUse, reportToolUse } from './hooks/decide-tool-use.ts';
export type { HookDeps } from './hooks/decide-tool-use.ts';
export type { EndedCall, HookCall, HookCallRepository, UnaskedCall } from './hooks/hook-calls.ts';
export type { HookEvent, HookVerdict } from './hooks/hook-event.ts';
export { checkRevision } from './policies/check-revision.ts';
export { newRulesSchema, readRules, rulesDigest } from './policies/compile-policy.ts';
export { createEvaluator } from './policies/evaluator.ts';
export type { Evaluator, EvaluatorOptions, PolicyFault } from './policies/evaluator.ts';
export type { HistoryQuestions, HistoryReader, PastReads } from './policies/history-reader.ts';
export type { NewPolicyRevision, PolicyRevision, PolicyScope, StoredPolicy, StoredRules } from './policies/policy.ts';
export type { PolicyReader, PolicyRepository } from './policies/policy-repository.ts';
export { mostFlips, mostUndecided, replay } from './policies/replay.ts';
export type { RecordedAction, RecordedActions, RecordedRange, ReplayReport } from './policies/replay.ts';
export type { History } from './rules/history.ts';
export { createGovernor } from './govern.ts';
export type { GovernedAction, Governor, Ruling } from './govern.ts';
export type { Commit, Commitments } from './secrets/commitments.ts';
export { redactText } from './secrets/redact-action.ts';
export type { ActionWords, RedactedAction } from './secrets/redacted-action.ts';
export { withWorkspace } from './policies/compile-policy.ts';
