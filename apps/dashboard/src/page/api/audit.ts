import { call, stream } from './call.ts';
import { Fault } from './fault.ts';

export interface AuditEntry {
  readonly seq: number;
  readonly hash: string;
  readonly id: string;
  readonly at: string;
  readonly user_id: string | null;
  readonly credential_kind: string;
  readonly credential_id: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly agent_id: string | null;
  readonly action_digest: string | null;
  /** The revisions that decided. */
  readonly policy: { readonly project: number; readonly workspace: number } | null;
  readonly decision_id: string | null;
  readonly detail: unknown;
  readonly request_id: string;
  readonly trace_id: string | null;
}

export interface Verification {
  readonly valid: boolean;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly first_bad_seq?: number;
  readonly reason?: string;
}

export type Phase = 'decision' | 'approval' | 'start' | 'outcome' | 'effect';

export interface TraceEntry extends AuditEntry {
  readonly phase: Phase;
}

export interface TraceStep {
  readonly kind: 'decision' | 'event';
  readonly decision_id: string | null;
  readonly outcome: string;
  readonly entries: readonly TraceEntry[];
}

export interface Trace {
  readonly trace_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly entries: number;
  readonly steps: readonly TraceStep[];
}

/** What of the audit is looked for; what is empty holds nothing back. Times are ISO 8601. */
export interface AuditFilter {
  readonly actor: string;
  readonly action: string;
  readonly outcome: string;
  /** Id of the one decision that it is about. */
  readonly decision: string;
  readonly from: string;
  readonly to: string;
  /** Shows from this number on, the oldest first, in place of the newest first. */
  readonly since: string;
}

export function auditPath({ since, decision, ...filter }: AuditFilter): string {
  const query = new URLSearchParams({ limit: '50' });
  if (since === '') query.set('order', 'desc');
  else query.set('after', String(Math.max(0, Number(since) - 1)));
  for (const [name, value] of Object.entries({ ...filter, decision_id: decision })) if (value !== '') query.set(name, value);
  return `/v1/audit?${query}`;
}

export const verifyAudit = (project: string): Promise<Verification> => call('/v1/audit/verify', { project });

export const readTrace = (project: string, id: string): Promise<Trace> => call(`/v1/traces/${encodeURIComponent(id)}`, { project });

/** The whole audit with its proofs, one JSON object a line. @throws Fault when it does not come whole */
export async function exportAudit(project: string, signal: AbortSignal): Promise<Blob> {
  const answer = await stream('/v1/audit/export', { project, signal });
  const file = await answer.blob().catch(() => {
    throw new Fault('offline');
  });
  const end = await file.slice(-1).text();
  if (end !== '\n') throw new Fault('offline');
  return file;
}
