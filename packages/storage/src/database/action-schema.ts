import type { Approval } from '@cairn/governance';
import type { Generated } from 'kysely';

/** Tables of migrations 0010, 0016, 0020 and 0050. */
export interface ActionSchema {
  decisions: DecisionTable;
  approvals: ApprovalTable;
  votes: VoteTable;
  grants: GrantTable;
  hook_calls: HookCallTable;
  hook_calls_told: HookCallToldTable;
  governance_settings: GovernanceSettingsTable;
}

export interface DecisionTable {
  project_id: string;
  id: string;
  user_id: string;
  credential_id: string;
  agent_id: string | null;
  task_id: string | null;
  kind: string;
  tool: string | null;
  digest: Uint8Array;
  subject: Uint8Array;
  policy_revision: number;
  outcome: string;
  reason: string | null;
  risk: string;
  approval_id: string | null;
  trace_id: string | null;
  sealed: Uint8Array;
  created_at: string;
  memory_id: string | null;
  /** Sealed; the text of a memory while people decide on it. */
  content: Uint8Array | null;
}

export interface ApprovalTable {
  project_id: string;
  id: string;
  decision_id: string;
  status: string;
  reason: string | null;
  superseded_by: string | null;
  user_id: string;
  credential_id: string;
  agent_id: string | null;
  task_id: string | null;
  digest: Uint8Array;
  policy_revision: number;
  asks: number;
  quorum: number;
  roles: Approval['terms']['roles'];
  excluded: string[];
  veto: boolean;
  grants: Approval['terms']['grants'];
  ttl_s: number;
  created_at: string;
  updated_at: string;
  expires_at: string;
}

interface VoteTable {
  project_id: string;
  approval_id: string;
  user_id: string;
  role: string;
  decision: 'approve' | 'deny';
  comment: Uint8Array | null;
  created_at: string;
}

export interface GrantTable {
  project_id: string;
  approval_id: string;
  uses_left: number | null;
  task_only: boolean;
  expires_at: string;
}

interface GovernanceSettingsTable {
  project_id: string;
  allow_self_approval: boolean;
  updated_by: string;
  updated_at: Generated<string>;
}

interface HookCallTable {
  project_id: string;
  credential_id: string;
  call_ref: Uint8Array;
  decision_id: string;
  execution_id: string | null;
  created_at: Generated<string>;
}

interface HookCallToldTable {
  project_id: string;
  credential_id: string;
  call_ref: Uint8Array;
  state: 'let_go' | 'denied' | 'ended';
  decision_id: string | null;
  told_at: Generated<string>;
}
