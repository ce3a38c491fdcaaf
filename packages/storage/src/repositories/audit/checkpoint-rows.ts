import type { Checkpoint } from '@cairn/audit';
import type { Selectable } from 'kysely';
import type { AuditCheckpointTable } from '../../database/audit-schema.ts';

export function toRow({ chain, seq, purpose, hash, at, keyId, signature }: Checkpoint): AuditCheckpointTable {
  return {
    project_id: chain.id,
    kind: chain.kind,
    seq,
    purpose,
    hash: Buffer.from(hash, 'hex'),
    at,
    key_id: keyId,
    signature: Buffer.from(signature, 'base64url'),
  };
}

export function toCheckpoint(row: Selectable<AuditCheckpointTable>): Checkpoint {
  return {
    chain: { kind: row.kind, id: row.project_id },
    seq: row.seq,
    purpose: row.purpose,
    hash: Buffer.from(row.hash).toString('hex'),
    at: row.at,
    keyId: row.key_id,
    signature: Buffer.from(row.signature).toString('base64url'),
  };
}
