import type { AuditChains, AuditLog } from '@cairn/audit';

/** The audit that the routes read. */
export interface AuditAccess {
  readonly log: AuditLog;
  readonly chains: Pick<AuditChains, 'page' | 'trace'>;
}
