import { hash } from 'node:crypto';
import type { Commit } from '../secrets/commitments.ts';
import type { HookEvent } from './hook-event.ts';

/** One call of a tool in one conversation, as a SHA-256 in hexadecimal: what is told before it and after it meet here. */
export const callRefOf = (client: string, ...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([client, ...parts]), 'hex');

/**
 * The event with refs as they are kept: by a key of the project. Where a client gives a call no id, its ref is made of what it does, and whoever
 * reads the store could try what that was.
 */
export function withKeyedRefs(event: HookEvent, commit: Commit): HookEvent {
  const keyed = <Ref extends string | undefined>(ref: Ref) => (ref === undefined ? ref : commit(`hook call ${ref}`));
  if (event.phase === 'other') return event;
  if (event.phase === 'unreadable') return { ...event, toldRef: keyed(event.toldRef) };
  const refs = { callRef: commit(`hook call ${event.callRef}`), announcedRef: keyed(event.announcedRef) };
  return event.phase === 'after' ? { ...event, ...refs } : { ...event, ...refs, toldRef: commit(`hook call ${event.toldRef}`) };
}
