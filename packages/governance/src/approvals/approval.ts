import type { Action, ActionKind } from '../actions/action.ts';
import type { Decision } from '../decision/decide.ts';
import type { ApprovalTerms } from '../rules/rule.ts';
import type { ActionWords } from '../secrets/redacted-action.ts';

export const approvalStatuses = ['pending', 'approved', 'consumed', 'denied', 'expired', 'cancelled', 'superseded', 'revoked'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** How much an approving vote gives, always of the very same action. Of several votes the narrowest holds. */
export type Grant =
  | { readonly scope: 'once' }
  | { readonly scope: 'uses'; readonly uses: number }
  /** As often as the task does it. */
  | { readonly scope: 'task' }
  | { readonly scope: 'until'; readonly until: string };

export interface NewVote {
  readonly decision: 'approve' | 'deny';
  readonly comment?: string | undefined;
  /** Default: once. */
  readonly grant?: Grant | undefined;
}

export interface Vote {
  readonly userId: string;
  readonly name: string | null;
  readonly role: string;
  readonly decision: 'approve' | 'deny';
  readonly comment: string | null;
  readonly createdAt: string;
}

/** What was begun by an approval, and what whoever did it told. */
export interface ApprovedExecution {
  readonly id: string;
  /** The decision whose permit began it; of an effect of this service, the one that asked. */
  readonly decisionId: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'unknown';
  readonly exitCode: number | null;
  readonly summary: string | null;
  readonly startedAt: string;
  /** Null while it runs. */
  readonly reportedAt: string | null;
}

/** An action that waits, or waited, for people. */
export interface Approval {
  readonly id: string;
  /** The decision that asked first. */
  readonly decisionId: string;
  /**
   * By the database's clock and the policy in force: what has lapsed is `expired` here, and what another revision asked for `superseded`,
   * whether or not anything was done about it yet.
   */
  readonly status: ApprovalStatus;
  /** Why it was superseded or revoked: `policy_changed`, `action_changed`, `approver_lost_rights`; null otherwise. */
  readonly reason: string | null;
  readonly supersededBy: string | null;
  readonly requestedBy: { readonly id: string; readonly name: string | null; readonly email: string | null };
  readonly credentialId: string;
  readonly agentId: string | null;
  readonly taskId: string | null;
  readonly kind: ActionKind;
  /** Without its secrets, and without the text of a memory once nobody decides on it any more. */
  readonly action: Action;
  /** What it does, when it had secrets. */
  readonly words?: ActionWords | undefined;
  readonly decision: Decision;
  /** How often it was asked for while it waited. */
  readonly asks: number;
  readonly terms: Pick<ApprovalTerms, 'quorum' | 'roles' | 'ttl_s'> & {
    readonly veto: boolean;
    readonly grants: NonNullable<ApprovalTerms['grants']>;
  };
  /** People who may not vote, whatever their role. */
  readonly excluded: readonly string[];
  /** How many people may vote now. */
  readonly approvers: number;
  readonly votes: readonly Vote[];
  /** What is left of what was given; null unless approved. */
  readonly left: { readonly uses: number | null; readonly taskOnly: boolean } | null;
  /** Newest first, at most 20. */
  readonly executions: readonly ApprovedExecution[];
  /** Of the request that asked first. */
  readonly traceId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Of the vote; once approved, of its use. */
  readonly expiresAt: string;
}
