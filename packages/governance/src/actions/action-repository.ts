import type { Actor, Walk } from '@cairn/core';
import type { Approval, ApprovalStatus, NewVote } from '../approvals/approval.ts';
import type { Decision, Outcome } from '../decision/decide.ts';
import type { PastReads } from '../policies/history-reader.ts';
import type { ApprovalTerms } from '../rules/rule.ts';
import type { ActionWords } from '../secrets/redacted-action.ts';
import type { Action } from './action.ts';

/** A decision that is to be written down. */
export interface NewDecision {
  readonly id: string;
  /** Without its secrets. */
  readonly action: Action;
  /** What it does in words, when it had secrets and this cannot be told by `action` any more. */
  readonly words: ActionWords | undefined;
  readonly decision: Omit<Decision, 'redacted' | 'anew'>;
  /** The digest without the revision, in hexadecimal. */
  readonly subject: string;
  readonly agentId: string | undefined;
  readonly taskId: string | undefined;
  /** Names the tool, for counts by it. */
  readonly tool: string | undefined;
  /** Names what it is done to: an action of the same credential in the same task on the same place replaces one that waits. */
  readonly place: string | undefined;
  readonly routes: { readonly does: readonly string[]; readonly may: readonly string[] };
  /** What the outcome becomes when it was approved. */
  readonly allowed: 'allow' | 'allow_with_obligations';
  /** Given when it is allowed. */
  readonly permit: { readonly hash: Uint8Array; readonly seconds: number };
  /** Opened when it needs people. Whoever asks is excluded, whatever the terms say. */
  readonly approval: { readonly id: string; readonly terms: ApprovalTerms };
}

/** What came of it, with what people had said before. */
export interface DecisionRecord {
  readonly outcome: Outcome;
  /**
   * `approved`: people allowed it. `denied_before`: they denied it, or another way to it in the same task. `too_many_waiting`: the credential
   * has 500 other actions waiting for people. Null: the rules' own.
   */
  readonly reason: 'approved' | 'denied_before' | 'too_many_waiting' | null;
  readonly createdAt: string;
  readonly approval: ApprovalNote | null;
  readonly permitExpiresAt: string | null;
}

export interface ApprovalNote {
  readonly id: string;
  readonly status: ApprovalStatus;
  /** Null for one that allowed it. */
  readonly expiresAt: string | null;
  /** How many people may vote. */
  readonly approvers: number | null;
}

export interface PermitUse {
  readonly decisionId: string;
  readonly tokenHash: Uint8Array;
  /** The digest of what is about to be done, in hexadecimal; absent: that of the decision. */
  readonly digest?: string | undefined;
  readonly executionId: string;
  /** `succeeded` when the effect is in the same transaction. */
  readonly status: 'running' | 'succeeded';
}

export interface ApprovalUse {
  readonly approvalId: string;
  readonly digest: string;
  readonly taskId?: string | undefined;
  readonly executionId: string;
  readonly status: 'running' | 'succeeded';
}

/** Why a permit or an approval was not spent. */
export const spendRefusals = [
  ...(['not_found', 'not_owned', 'not_permitted', 'wrong_permit', 'spent', 'expired', 'other_action'] as const),
  ...(['policy_changed', 'approval_ended', 'pending', 'denied', 'cancelled', 'superseded', 'revoked'] as const),
] as const;
export type SpendRefusal = (typeof spendRefusals)[number];
export type SpendResult = 'done' | SpendRefusal;

export interface ExecutionOutcome {
  readonly status: 'succeeded' | 'failed' | 'unknown';
  readonly exitCode?: number | undefined;
  readonly summary?: string | undefined;
}

export type VoteResult =
  | 'done'
  | 'not_found'
  | 'self_approval'
  | 'not_a_person'
  | 'not_an_approver'
  | 'voted_before'
  | 'grant_too_wide'
  | Exclude<ApprovalStatus, 'pending'>;

export type WithdrawResult = 'done' | 'not_found' | 'not_owned' | 'not_a_person' | 'not_an_approver' | ApprovalStatus;

export interface ApprovalFilter {
  readonly status?: ApprovalStatus | undefined;
  /** Only what this person asked for. */
  readonly requestedBy?: string | undefined;
}

/** The store in one transaction that no other one of its kind in the project overlaps. */
export interface Turn {
  readonly repository: ActionRepository;
  readonly reads: PastReads;
}

/**
 * What is kept of actions in the actor's project. Each call is one transaction with its audit row, also when it is refused; the clock is the
 * store's. Of any number of calls at once that spend the same thing, one does.
 */
export interface ActionRepository {
  decide(actor: Actor, decision: NewDecision): Promise<DecisionRecord>;
  /** Whether people denied one of these routes in the task, or in one of the same first task. */
  isDenied(actor: Actor, taskId: string, routes: readonly string[]): Promise<boolean>;
  /**
   * Does work that decides by what was decided before: in the open transaction, or one of its own, and no two of these at once in a
   * project. It sees all that those before it wrote, and keeps others waiting until its transaction ends.
   */
  inTurn<Result>(actor: Actor, work: (turn: Turn) => Promise<Result>): Promise<Result>;
  /** Begins an execution by a permit. */
  start(actor: Actor, use: PermitUse): Promise<SpendResult>;
  /** Uses an approval once without asking again. */
  spend(actor: Actor, use: ApprovalUse): Promise<SpendResult>;
  report(actor: Actor, executionId: string, outcome: ExecutionOutcome): Promise<'done' | 'not_found' | 'not_owned' | 'reported_before'>;
  /** Newest first. */
  approvals(actor: Actor, walk: Walk, filter: ApprovalFilter): Promise<readonly Approval[]>;
  approval(actor: Actor, id: string): Promise<Approval | undefined>;
  vote(actor: Actor, id: string, vote: NewVote): Promise<VoteResult>;
  /** `cancel`: by whoever asked. `revoke`: by an approver, of what was given. */
  withdraw(actor: Actor, id: string, how: 'cancel' | 'revoke'): Promise<WithdrawResult>;
  allowsSelfApproval(actor: Actor): Promise<boolean>;
  /** Lets people of the project approve what they asked for themselves, or ends that. */
  allowSelfApproval(actor: Actor, allow: boolean): Promise<void>;
}
