import { z } from 'zod';
import { text } from '../actions/fields.ts';
import { callRefOf } from './call-ref.ts';
import type { HookEvent } from './hook-event.ts';
import { isNotice, unknownEvent } from './known-events.ts';
import { readToolUse } from './read-tool-use.ts';
import { unaskedOf } from './unasked.ts';

const base = z.object({ session_id: text(256), hook_event_name: text(64) });
const toolCall = base.extend({
  cwd: text(4096),
  permission_mode: text(64).optional(),
  agent_type: text(256).min(1).optional(),
  tool_name: text(256).min(1),
  tool_input: z.unknown(),
  tool_use_id: text(256).optional(),
});

export interface SessionHookClient {
  readonly name: string;
  /** Whether it puts a question to the person at it, by its mode. */
  readonly canAsk: (mode: string) => boolean;
}

/**
 * Reads the form of hooks that Claude Code and Codex share: PreToolUse before a tool, PostToolUse and PostToolUseFailure after it.
 * `workspaceRoot`: directory that the agent works in; by default where it is.
 */
export function readSessionHook(payload: unknown, { name: client, canAsk }: SessionHookClient, workspaceRoot?: string): HookEvent {
  const event = base.safeParse(payload);
  if (!event.success) return { phase: 'unreadable', reason: `it is no event of a hook of ${client}: ${lackOf(event.error)}` };
  const { hook_event_name: name, session_id: session } = event.data;
  if (isNotice(client, name)) return { phase: 'other' };
  if (!toolEvents.has(name)) return { phase: 'unreadable', reason: unknownEvent(name) };
  const call = toolCall.safeParse(payload);
  if (!call.success) return { phase: 'unreadable', reason: `the event ${name} cannot be read: ${lackOf(call.error)}` };
  const { tool_name: tool, tool_input: input, cwd, tool_use_id: id, permission_mode: mode = 'default', agent_type: agentId } = call.data;
  const callRef = callRefOf(client, session, id ?? [tool, input ?? null]);
  const use = { tool, input, cwd, workspaceRoot: workspaceRoot ?? cwd, mode: unattended.has(mode) ? mode : undefined };
  const taskId = `${client}:${session}`;
  const read = readToolUse(use, client, { callRef, toldRef: callRef, taskId, agentId, canAsk: canAsk(mode) });
  if (name === 'PreToolUse') return read;
  const outcome = name === 'PostToolUse' ? 'succeeded' : 'failed';
  return { phase: 'after', callRef, outcome, unasked: unaskedOf(read, { client, tool, taskId, agentId }) };
}

/** Modes in which nobody at the client would be asked. */
export const unattended: ReadonlySet<string> = new Set(['bypassPermissions', 'dontAsk', 'auto']);

const toolEvents = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

function lackOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? 'it'} ${issue?.message ?? ''}`.trim();
}
