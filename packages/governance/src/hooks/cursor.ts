import { z } from 'zod';
import type { Action } from '../actions/action.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import { text } from '../actions/fields.ts';
import { callRefOf } from './call-ref.ts';
import { cursorEvents, hasOwnEvent, isMcp } from './cursor-uses.ts';
import type { CursorUse } from './cursor-uses.ts';
import type { HookEvent, HookVerdict } from './hook-event.ts';
import { isNotice, unknownEvent } from './known-events.ts';
import { readToolUse } from './read-tool-use.ts';
import { unaskedOf } from './unasked.ts';

const client = 'cursor';

/** Whether events that tools have to themselves decide on them where preToolUse comes too: then it leaves those to them. */
export type OwnEvents = 'leave' | 'decide';

const base = z.object({
  conversation_id: text(256),
  generation_id: text(256).optional(),
  hook_event_name: text(64),
  workspace_roots: z.array(text(4096)).max(64).optional(),
});
type Base = z.output<typeof base>;

/**
 * Reads what Cursor's hooks send before and after commands, calls of MCP tools, reads of files and its own tools. One call may be told of
 * twice, by preToolUse and by the event of its own; what the first of them decided then stands for the second.
 */
export function readCursorHook(payload: unknown, workspaceRoot?: string, ownEvents: OwnEvents = 'decide'): HookEvent {
  const event = base.safeParse(payload);
  if (!event.success)
    return { phase: 'unreadable', reason: 'it is no event of a Cursor hook: conversation_id and hook_event_name are needed' };
  const name = event.data.hook_event_name;
  if (isNotice(client, name)) return { phase: 'other' };
  const known = cursorEvents[name];
  if (known === undefined) return { phase: 'unreadable', reason: unknownEvent(name) };
  const use = known.read(payload);
  if (use === undefined) return { phase: 'unreadable', reason: `the event ${name} does not say what is called` };
  const before = readBefore(event.data, use, { workspaceRoot, ownEvents });
  if (known.when === 'before') return before;
  return {
    phase: 'after',
    callRef: refOf(event.data, use),
    announcedRef: before.phase === 'before' ? announcedOf(event.data, before.actions) : undefined,
    outcome: use.isDenied === true ? 'not_run' : known.when,
    unasked: isOnlyEvent(name, use)
      ? unaskedOf(before, { client, tool: use.tool, taskId: taskOf(event.data), agentId: undefined })
      : undefined,
  };
}

/**
 * Whether no other event tells that the call ended, so that it is certain under which ref it was told of before. What postToolUse says of a
 * call that has events of its own may be written otherwise there.
 */
const isOnlyEvent = (name: string, { alike }: CursorUse): boolean => alike === undefined || !name.startsWith('postToolUse');

const taskOf = ({ conversation_id: conversation }: Base): string => `${client}:${conversation}`;

interface Setting {
  readonly workspaceRoot: string | undefined;
  readonly ownEvents: OwnEvents;
}

function readBefore(event: Base, use: CursorUse, { workspaceRoot, ownEvents }: Setting): HookEvent {
  const { hook_event_name: name, workspace_roots: roots = [] } = event;
  const cwd = use.cwd === undefined || use.cwd === '' ? (roots[0] ?? '') : use.cwd;
  const root = workspaceRoot ?? roots.find((one) => cwd === one || cwd.startsWith(`${one}/`)) ?? roots[0] ?? cwd;
  // Cursor asks the person after its hook on commands and on MCP tools, and nowhere else.
  const canAsk = name === 'beforeShellExecution' || name === 'beforeMCPExecution';
  const toldRef = refOf(event, use);
  const told = { callRef: toldRef, toldRef, taskId: taskOf(event), agentId: undefined, canAsk };
  const isFirst = name === 'preToolUse';
  if (isFirst && ownEvents === 'leave' && hasOwnEvent(use.tool)) return { phase: 'before', actions: [], ...told };
  if (isFirst && isMcp(use.tool)) return { phase: 'unreadable', reason: serverUnknown, toldRef };
  const read = readToolUse({ tool: use.tool, server: use.server, input: use.input, cwd, workspaceRoot: root }, client, told);
  if (read.phase !== 'before' || use.alike === undefined) return read;
  const announcedRef = announcedOf(event, read.actions);
  return isFirst ? { ...read, callRef: announcedRef } : { ...read, announcedRef };
}

const serverUnknown =
  'preToolUse does not tell which server a tool is of: set beforeMCPExecution for those, and own_events=leave in the address of preToolUse';

/** Alike in each event of one call, as far as they say which it is. */
const refOf = ({ conversation_id: conversation, generation_id: generation }: Base, { tool, input, id, alike }: CursorUse): string =>
  callRefOf(client, conversation, alike === undefined ? (id ?? [tool, input ?? null]) : [generation ?? null, alike]);

/** What was decided on exactly, but for what only one of the events tells. */
function announcedOf({ conversation_id: conversation, generation_id: generation }: Base, actions: readonly Action[]): string {
  const exactly = actions.map((action) => canonicalJson({ ...action, options: undefined }));
  return callRefOf(client, 'announced', conversation, generation ?? null, exactly);
}

/**
 * The answer to what comes before a call. It has a permission, always: Cursor has no word for no opinion, and where the hook fails closed an
 * answer without one may count as a failure, which blocks.
 */
export function cursorAnswer(verdict: HookVerdict): object {
  if (verdict.permission === 'no_opinion') return { permission: 'allow' };
  const { permission, reason } = verdict;
  return { permission, user_message: reason, agent_message: reason };
}
