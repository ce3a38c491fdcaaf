import type { ColumnType, Generated } from 'kysely';
import type { AgentSchema } from './agent-schema.ts';
import type { ActionSchema } from './action-schema.ts';
import type { AuditSchema } from './audit-schema.ts';
import type { OauthSchema } from './oauth-schema.ts';

/** Rows as `pg` returns them here: timestamps are ISO 8601 strings, bigints are numbers (see `types.ts`). */
export interface Schema extends AgentSchema, OauthSchema, ActionSchema, AuditSchema {
  users: UserTable;
  workspaces: WorkspaceTable;
  workspace_members: WorkspaceMemberTable;
  projects: ProjectTable;
  sessions: SessionTable;
  user_answers: UserAnswerTable;
  invitations: InvitationTable;
  directory_events: DirectoryEventTable;
  installation: InstallationTable;
  project_keys: ProjectKeyTable;
  api_keys: ApiKeyTable;
  outbox: OutboxTable;
  kept_answers: KeptAnswerTable;
  memories: MemoryTable;
  memory_totals: MemoryTotalTable;
  memory_index: MemoryIndexTable;
  memory_index_stats: MemoryIndexStatsTable;
  memory_vectors: MemoryVectorTable;
  documents: DocumentTable;
  document_versions: DocumentVersionTable;
  document_parts: DocumentPartTable;
  passages: PassageTable;
  index_blocks: IndexBlockTable;
  index_members: IndexMemberTable;
  block_postings: BlockPostingTable;
  passage_vectors: PassageVectorTable;
  knowledge_stats: KnowledgeStatsTable;
}

type Timestamp = Generated<string>;

export interface UserTable {
  id: string;
  email: string;
  name: string | null;
  password_verifier: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface WorkspaceTable {
  id: string;
  name: string;
  plan: Generated<'free' | 'premium'>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface WorkspaceMemberTable {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'admin' | 'approver' | 'member' | 'viewer';
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface InvitationTable {
  id: string;
  workspace_id: string;
  secret_hash: Uint8Array;
  role: 'admin' | 'approver' | 'member' | 'viewer';
  email: string | null;
  invited_by: string;
  created_at: Timestamp;
  expires_at: string;
  accepted_at: ColumnType<string | null, never, string>;
  accepted_by: ColumnType<string | null, never, string>;
  revoked_at: ColumnType<string | null, never, string>;
}

interface DirectoryEventTable {
  id: string;
  at: Timestamp;
  workspace_id: string | null;
  user_id: string | null;
  credential_kind: 'session' | 'password' | 'operator';
  credential_id: string | null;
  action: string;
  target: string;
  outcome: string;
  detail: unknown;
  request_id: string;
}

interface ProjectTable {
  id: string;
  workspace_id: string;
  name: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface SessionTable {
  id: string;
  user_id: string;
  secret_hash: Uint8Array;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: string;
  user_agent: string | null;
}

interface UserAnswerTable {
  user_id: string;
  key: string;
  /** Of rows from before it was sealed with the answer. */
  fingerprint: string | null;
  answer: Uint8Array | null;
  created_at: Timestamp;
}

interface InstallationTable {
  only_one: Generated<boolean>;
  id: string;
  sealed: Uint8Array;
  former: ColumnType<Uint8Array | null, never, Uint8Array | null>;
  audit_seed: ColumnType<Uint8Array | null, never, Uint8Array>;
}

interface ProjectKeyTable {
  project_id: string;
  version: number;
  wrapped: Uint8Array;
  active_at: Timestamp;
  created_at: Timestamp;
}

interface ApiKeyTable {
  project_id: string;
  id: string;
  user_id: string;
  name: string;
  secret_hash: Uint8Array;
  prefix: string;
  last4: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface OutboxTable {
  project_id: string;
  id: string;
  job: string;
  payload: string;
  created_at: Timestamp;
  taken_until: string | null;
}

interface KeptAnswerTable {
  project_id: string;
  credential_id: string;
  key: string;
  /** Of rows from before it was sealed with the answer. */
  fingerprint: string | null;
  answer: Uint8Array | null;
  created_at: Timestamp;
}

interface MemoryTable {
  project_id: string;
  id: string;
  user_id: string;
  owner_id: string;
  agent_id: string | null;
  agent_name: string | null;
  content: Uint8Array;
  created_at: string;
  updated_at: string;
  scope: 'agent' | 'system';
  session_id: string | null;
  occurred_at: string | null;
  metadata: Uint8Array | null;
  index_position: number | null;
  version: Generated<number>;
}

interface MemoryIndexTable {
  project_id: string;
  user_id: string;
  position: number;
  memory_id: string;
  length: number;
  embedded_by: string;
  terms: string[];
  sources: string[];
}

interface MemoryIndexStatsTable {
  project_id: string;
  user_id: string;
  memories: Generated<number>;
  terms: Generated<number>;
  next_position: Generated<number>;
  vectors: Generated<number>;
  vectors_cleared: Generated<number>;
}

interface MemoryVectorTable {
  project_id: string;
  user_id: string;
  model: string;
  pack: number;
  version: number;
  slots: Uint8Array;
  codes: Uint8Array;
  vectors: Uint8Array;
}

interface MemoryTotalTable {
  project_id: string;
  user_id: string;
  slot: number;
  n: number;
}

export interface DocumentTable {
  project_id: string;
  id: string;
  title: string;
  latest_version: string;
  live_version: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface DocumentVersionTable {
  project_id: string;
  id: string;
  document_id: string;
  media_type: string;
  size_bytes: number;
  digest: Uint8Array;
  status: 'queued' | 'parsing' | 'indexing' | 'ready' | 'failed';
  progress: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  warnings: Generated<string[]>;
  attempts: Generated<number>;
  claim_token: string | null;
  claim_expires_at: string | null;
  characters: Generated<number>;
  passages: Generated<number>;
  terms: Generated<number>;
  analyser: Generated<number>;
  embedding_model: string | null;
  reindex_offered_at: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface DocumentPartTable {
  project_id: string;
  version_id: string;
  kind: 'original' | 'text';
  start: number;
  size: number;
  sealed: Uint8Array;
}

interface PassageTable {
  project_id: string;
  version_id: string;
  ordinal: number;
  start_at: number;
  end_at: number;
  sealed: Uint8Array;
}

interface IndexBlockTable {
  project_id: string;
  id: number;
  version_id: string | null;
  live: boolean;
  slots: number;
  passages: number;
}

interface IndexMemberTable {
  project_id: string;
  block: number;
  base: number;
  passages: number;
  version_id: string;
  document_id: string;
  first_ordinal: number;
  terms: Uint8Array | null;
}

interface BlockPostingTable {
  project_id: string;
  term: string;
  block: number;
  entries: Uint8Array;
}

interface PassageVectorTable {
  project_id: string;
  version_id: string;
  model: string;
  first_ordinal: number;
  passages: number;
  digest: Uint8Array;
  codes: Uint8Array;
  vectors: Uint8Array;
  generation: number | null;
}

interface KnowledgeStatsTable {
  project_id: string;
  passages: number;
  terms: number;
  generation: Generated<number>;
}
