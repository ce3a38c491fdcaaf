import { newId, type Actor } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

export interface AuditRecord {
  /** `<thing>.<verb>`, such as `document.delete`. */
  readonly action: string;
  /** Id of what it was done to; never content. */
  readonly target: string;
  /** `done`, or why not: what the caller is told. */
  readonly outcome: string;
  /** Why it came out so, in a word. */
  readonly reason?: string | undefined;
  readonly agentId?: string | undefined;
  /** Hex of the digest of the action it is about. */
  readonly digest?: string | undefined;
  readonly policyRevision?: number | undefined;
  readonly decisionId?: string | undefined;
  /** A few plain facts, such as what a setting was and became; no content, no secret. */
  readonly detail?: Readonly<Record<string, AuditFact>> | undefined;
}

export type AuditFact = string | number | boolean | null | readonly string[];

/** What the audit keeps of whoever acted. */
export type AuditActor = Pick<Actor, 'projectId' | 'userId' | 'credentialId' | 'kind' | 'requestId'> & Partial<Pick<Actor, 'traceId'>>;

/**
 * What a row of the audit was written for, as the SQL functions take it: the request, and after a space its trace. The database
 * keeps them apart.
 */
export function originOf({ requestId, traceId }: { readonly requestId: string; readonly traceId?: string | undefined }): string {
  return traceId === undefined ? requestId : `${requestId} ${traceId}`;
}

/** Writes the audit row of an action into its transaction: no audit, no effect. */
export async function recordAudit(trx: Transaction<Schema>, actor: AuditActor, record: AuditRecord): Promise<void> {
  const { action, target, outcome, reason, agentId, digest, policyRevision, decisionId, detail } = record;
  await sql`select cairn.record_audit(${actor.projectId}, ${newId()}, ${actor.userId}, ${actor.credentialId}, ${actor.kind},
    ${originOf(actor)}, ${action}, ${target}, ${outcome}, ${reason ?? null}, ${agentId ?? null},
    ${digest === undefined ? null : Buffer.from(digest, 'hex')}, ${policyRevision ?? null}, ${decisionId ?? null},
    ${detail === undefined ? null : JSON.stringify(detail)})`.execute(trx);
}
