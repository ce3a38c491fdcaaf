import { newId } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { originOf } from './audit.ts';

/** Who did it: a signed-in person, one who proved to be it by their password, or the operator. */
export type DirectoryActor = (
  | { readonly userId: string; readonly sessionId: string }
  | { readonly userId: string }
  | { readonly operator: true }
) & { readonly requestId: string; readonly traceId?: string };

export interface DirectoryEvent {
  /** Absent for what a person does to their own account. */
  readonly workspaceId?: string;
  /** `<thing>.<verb>`, such as `member.change_role`. */
  readonly action: string;
  /** Id of what it was done to. */
  readonly target: string;
  /** `done`, or why not. */
  readonly outcome: string;
  /** What a role or plan was and became, or what was counted; never content. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Writes the audit row of a change to accounts or workspaces into its transaction. */
export async function recordEvent(trx: Transaction<Schema>, actor: DirectoryActor, event: DirectoryEvent): Promise<void> {
  await trx
    .insertInto('directory_events')
    .values({
      id: newId(),
      workspace_id: event.workspaceId ?? null,
      user_id: 'operator' in actor ? null : actor.userId,
      ...credentialOf(actor),
      action: event.action,
      target: event.target,
      outcome: event.outcome,
      detail: event.detail === undefined ? null : sql`${JSON.stringify(event.detail)}::jsonb`,
      request_id: originOf(actor),
    })
    .execute();
}

function credentialOf(actor: DirectoryActor) {
  if ('operator' in actor) return { credential_kind: 'operator', credential_id: null } as const;
  if ('sessionId' in actor) return { credential_kind: 'session', credential_id: actor.sessionId } as const;
  return { credential_kind: 'password', credential_id: null } as const;
}
