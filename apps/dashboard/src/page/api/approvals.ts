import { call } from './call.ts';

export const approvalStatuses = ['pending', 'approved', 'consumed', 'denied', 'expired', 'cancelled', 'superseded', 'revoked'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Whether somebody may vote, or why not. */
export type Voting =
  | 'may_vote'
  | 'self_approval'
  | 'not_a_person'
  | 'not_an_approver'
  | 'voted_before'
  | Exclude<ApprovalStatus, 'pending'>;

export interface Risk {
  readonly level: 'low' | 'medium' | 'high' | 'critical';
  readonly reasons: readonly string[];
}

export interface ListedApproval {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly reason: string | null;
  readonly superseded_by: string | null;
  readonly kind: string;
  /** The action in one line. */
  readonly title: string;
  readonly requested_by: { readonly id: string; readonly name: string | null; readonly email: string | null };
  readonly agent_id: string | null;
  readonly task_id: string | null;
  /** Whether it lets a task go on at a checkpoint. */
  readonly at_checkpoint: boolean;
  readonly decision_id: string;
  readonly action_digest: string;
  readonly policy_revision: number;
  readonly risk: Risk;
  readonly asks: number;
  readonly quorum: number;
  readonly approved_by: number;
  readonly approvers: number;
  readonly voting: Voting;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
}

export interface Vote {
  readonly user_id: string;
  readonly name: string | null;
  readonly role: string;
  readonly decision: 'approve' | 'deny';
  readonly comment: string | null;
  readonly created_at: string;
}

export interface Execution {
  readonly id: string;
  readonly decision_id: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'unknown';
  readonly exit_code: number | null;
  readonly summary: string | null;
  readonly started_at: string;
  readonly reported_at: string | null;
}

/** What a checkpoint of a task stands between. */
export interface Checkpoint {
  readonly step_id: string;
  readonly goal: string;
  readonly lets_go_on: readonly { readonly id: string; readonly kind: string }[];
  /** What the steps before it gave, as JSON; `whole`: all of it. */
  readonly rests_on: readonly { readonly id: string; readonly output: string; readonly whole: boolean }[];
}

/** All that a person needs to decide. */
export interface Approval extends ListedApproval {
  readonly rule_ids: readonly string[];
  readonly canonical: string;
  readonly parameters: readonly { readonly name: string; readonly value: string; readonly hidden: boolean }[];
  readonly effects: readonly string[];
  readonly provenance: readonly { readonly argument: string; readonly source: string; readonly control: boolean }[];
  readonly unchecked: readonly string[];
  readonly roles: readonly string[];
  readonly veto: boolean;
  readonly grants: { readonly uses: number; readonly task: boolean; readonly until_s: number };
  readonly left: { readonly uses: number | null; readonly this_task_only: boolean } | null;
  readonly votes: readonly Vote[];
  readonly executions: readonly Execution[];
  /** Of a checkpoint, for those who may vote on it now. */
  readonly checkpoint: Checkpoint | null;
  readonly trace_id: string | null;
}

export type Grant =
  | { readonly scope: 'once' | 'task' }
  | { readonly scope: 'uses'; readonly uses: number }
  | { readonly scope: 'until'; readonly until: string };

export interface Ballot {
  readonly decision: 'approve' | 'deny';
  readonly comment?: string;
  readonly grant?: Grant;
}

const root = '/v1/approvals';

/** What waits for people. */
export const waitingPath = `${root}?status=pending&limit=100`;

export const approvalsPath = (status: ApprovalStatus | undefined): string =>
  status === 'pending' ? waitingPath : `${root}?limit=50${status === undefined ? '' : `&status=${status}`}`;

export const readApproval = (project: string, id: string): Promise<Approval> => call(`${root}/${encodeURIComponent(id)}`, { project });

/** `once` is the same for each try of one vote. */
export const vote = (
  project: string,
  id: string,
  { ballot, once }: { readonly ballot: Ballot; readonly once: string },
): Promise<Approval> => call(`${root}/${id}/votes`, { method: 'POST', body: ballot, project, once });

/** By whoever asked. */
export const cancelApproval = (project: string, id: string): Promise<Approval> => call(`${root}/${id}`, { method: 'DELETE', project });

/** By somebody who may vote: what was given and not used ends. */
export const revokeApproval = (project: string, id: string, once: string): Promise<Approval> =>
  call(`${root}/${id}/revoke`, { method: 'POST', body: {}, project, once });

export interface GovernanceSettings {
  readonly allow_self_approval: boolean;
}

const settingsPath = '/v1/governance/settings';

export const readGovernanceSettings = (project: string): Promise<GovernanceSettings> => call(settingsPath, { project });

export const changeGovernanceSettings = (project: string, body: GovernanceSettings): Promise<GovernanceSettings> =>
  call(settingsPath, { method: 'PATCH', body, project });
