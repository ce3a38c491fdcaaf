import type { Actor } from '@cairn/core';
import type { Session } from '../../database/session.ts';
import { recordAudit } from '../audit.ts';
import { recordEvent, type DirectoryActor } from '../directory-audit.ts';

/** A call that was made in vain. */
export interface VainCall {
  /** `call.refuse`: nothing was tried. `call.fail`: it failed, and what it had done was undone. */
  readonly action: 'call.refuse' | 'call.fail';
  /** What was called: a tool, or method and route. */
  readonly target: string;
  /** What the caller is told. */
  readonly outcome: 'forbidden' | 'error';
  /** What failed, in a word. */
  readonly reason?: string;
}

/** Writes down calls in vain, each in a transaction of its own: there is no effect that it could be written with. */
export interface VainCalls {
  /** In the audit of the actor's project. */
  inProject(actor: Actor, call: VainCall): Promise<void>;
  /** In the audit of a person's account. */
  person(
    person: { readonly userId: string; readonly sessionId: string; readonly requestId: string; readonly traceId?: string },
    call: VainCall,
  ): Promise<void>;
  /** In the audit of whoever runs the service. */
  operator(requestId: string, call: VainCall): Promise<void>;
}

export function createVainCalls(session: Session): VainCalls {
  const event = (actor: DirectoryActor, { reason, ...call }: VainCall): Promise<void> =>
    session.inDirectory((trx) => recordEvent(trx, actor, { ...call, ...(reason !== undefined && { detail: { reason } }) }));
  return {
    inProject: (actor, call) => session.inProject(actor.projectId, (trx) => recordAudit(trx, actor, call)),
    person: ({ userId, sessionId, requestId, traceId }, call) =>
      event({ userId, sessionId, requestId, ...(traceId !== undefined && { traceId }) }, call),
    operator: (requestId, call) => event({ operator: true, requestId }, call),
  };
}
