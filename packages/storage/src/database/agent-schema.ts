import type { CredentialKind } from '@cairn/core';
import type { ColumnType } from 'kysely';

/** Tables of migration 0012. */
export interface AgentSchema {
  agents: AgentTable;
  agent_versions: AgentVersionTable;
}

interface AgentTable {
  project_id: string;
  id: string;
  name: string;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: ColumnType<string | null, never, string>;
}

interface AgentVersionTable {
  project_id: string;
  agent_id: string;
  version: number;
  name: string;
  definition: Uint8Array;
  user_id: string;
  credential_id: string;
  credential_kind: CredentialKind;
  at: string;
}
