/** Tables of migration 0011 that are read by name. */
export interface AuditSchema {
  audit_heads: AuditHeadTable;
  audit_checkpoints: AuditCheckpointTable;
}

interface AuditHeadTable {
  project_id: string;
  kind: 'project' | 'directory';
  seq: number;
  hash: Uint8Array;
  moved_at: string;
}

export interface AuditCheckpointTable {
  project_id: string;
  seq: number;
  purpose: 'head' | 'start' | 'export';
  kind: 'project' | 'directory';
  hash: Uint8Array;
  at: string;
  key_id: string;
  signature: Uint8Array;
}
