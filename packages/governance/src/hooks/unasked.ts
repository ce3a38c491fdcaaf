import { secretsInText } from '../secrets/secrets-in-text.ts';
import type { UnaskedCall } from './hook-calls.ts';
import type { HookEvent } from './hook-event.ts';

interface Named {
  readonly client: string;
  readonly tool: string;
  readonly taskId: string;
  readonly agentId: string | undefined;
}

/**
 * What the audit says of a call if nobody was told of it before it ran. `read`: the call as it would have been read then. Undefined: there was
 * nothing to decide about it.
 */
export function unaskedOf(read: HookEvent, { client, tool, taskId, agentId }: Named): UnaskedCall | undefined {
  const actions = read.phase === 'before' ? read.actions : [];
  if (read.phase === 'before' && actions.length === 0) return undefined;
  const kinds = [...new Set(actions.map(({ kind }) => kind))];
  return { client, tool: readable(tool), kinds, task: readable(taskId), agentId };
}

/** The caller chose it: what holds a secret, or anything but a name, is not for an audit that nobody can change. */
const readable = (name: string): string | undefined =>
  /^[\w.:@/-]{1,256}$/.test(name) && secretsInText(name).length === 0 ? name : undefined;
