import { newId, type Actor } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

export interface AuditRecord {
  /** `<thing>.<verb>`, such as `document.delete`. */
  readonly action: string;
  /** Id of what it was done to; never content. */
  readonly target: string;
  /** `done`, or why not. */
  readonly outcome: string;
}

/** What the audit keeps of whoever acted. */
export type AuditActor = Pick<Actor, 'projectId' | 'userId' | 'credentialId' | 'kind' | 'requestId'>;

/** Writes the audit row of an action into its transaction: no audit, no effect. */
export async function recordAudit(trx: Transaction<Schema>, actor: AuditActor, record: AuditRecord): Promise<void> {
  const { action, target, outcome } = record;
  await sql`select cairn.record_audit(${actor.projectId}, ${newId()}, ${actor.userId}, ${actor.credentialId}, ${actor.kind},
    ${actor.requestId}, ${action}, ${target}, ${outcome})`.execute(trx);
}
