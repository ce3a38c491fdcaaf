import type { Actor } from '@cairn/core';
import type { Session } from '../../database/session.ts';
import { recordAudit } from '../audit.ts';

/** A call that was refused before anything was tried. */
export interface RefusedCall {
  /** What was called: a tool, or method and route. */
  readonly target: string;
  /** What the caller is told. */
  readonly outcome: string;
}

/** Writes down that a call was refused; there is no effect whose transaction it could be part of. */
export type RefusalRecorder = (actor: Actor, call: RefusedCall) => Promise<void>;

export function createRefusalRecorder(session: Session): RefusalRecorder {
  return (actor, call) => session.inProject(actor.projectId, (trx) => recordAudit(trx, actor, { action: 'call.refuse', ...call }));
}
