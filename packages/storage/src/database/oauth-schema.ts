import type { ColumnType, Generated } from 'kysely';

/** Rows of the OAuth server; JSON goes in as text and comes out parsed. */
export interface OauthSchema {
  oauth_clients: ClientTable;
  oauth_connections: ConnectionTable;
  oauth_tokens: TokenTable;
  oauth_records: RecordTable;
  oauth_tickets: TicketTable;
  oauth_keys: KeyTable;
}

type Json = ColumnType<Record<string, unknown>, string, string>;

interface ClientTable {
  id: string;
  metadata: Json;
  secret: Uint8Array | null;
  self_described: Generated<boolean>;
  created_at: Generated<string>;
  granted_at: string | null;
}

interface ConnectionTable {
  id: string;
  grant_hash: Uint8Array;
  user_id: string;
  client_id: string;
  project_id: string;
  owner_id: string;
  client_name: string;
  redirect_uri: string;
  created_at: Generated<string>;
  last_used_at: string | null;
  revoked_at: string | null;
}

interface TokenTable {
  id_hash: Uint8Array;
  connection_id: string;
  audience: string;
  scope: string;
  payload: Json;
  created_at: Generated<string>;
}

interface RecordTable {
  model: string;
  id_hash: Uint8Array;
  grant_hash: Uint8Array | null;
  payload: Json;
  consumed_at: string | null;
  expires_at: string | null;
}

interface TicketTable {
  id_hash: Uint8Array;
  interaction_hash: Uint8Array;
  user_id: string;
  project_id: string | null;
  expires_at: string;
}

interface KeyTable {
  id: string;
  sealed: Uint8Array;
  created_at: Generated<string>;
}
