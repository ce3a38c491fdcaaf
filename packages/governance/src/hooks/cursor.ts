import { z } from 'zod';
import { text } from '../actions/fields.ts';
import { callRefOf } from './call-ref.ts';
import type { HookEvent, HookVerdict, ToolUse } from './hook-event.ts';
import { readToolUse } from './read-tool-use.ts';

const client = 'cursor';

const base = z.object({
  conversation_id: text(256),
  generation_id: text(256).optional(),
  hook_event_name: text(64),
  workspace_roots: z.array(text(4096)).max(64).optional(),
});
const shellCall = z.object({ command: z.string(), cwd: text(4096).optional() });
const mcpCall = z.object({
  tool_name: text(256).min(1),
  tool_input: z.unknown(),
  url: z.string().optional(),
  command: z.string().optional(),
});
const fileRead = z.object({ file_path: z.string() });
const toolCall = z.object({
  tool_name: text(256).min(1),
  tool_input: z.unknown(),
  cwd: text(4096).optional(),
  tool_use_id: text(256).optional(),
});

/** Reads what Cursor's hooks send before and after commands, calls of MCP tools, reads of files and its own tools. */
export function readCursorHook(payload: unknown, workspaceRoot?: string): HookEvent {
  const event = base.safeParse(payload);
  if (!event.success)
    return { phase: 'unreadable', reason: 'it is no event of a Cursor hook: conversation_id and hook_event_name are needed' };
  const { hook_event_name: name, conversation_id: conversation, workspace_roots: roots = [] } = event.data;
  const { before, read } = events[name] ?? {};
  if (read === undefined) return { phase: 'other' };
  const use = read(payload);
  if (use === undefined) return { phase: 'unreadable', reason: `the event ${name} does not say what is called` };
  const cwd = use.cwd === undefined || use.cwd === '' ? (roots[0] ?? '') : use.cwd;
  const called = use.server === undefined ? use.tool : `mcp__${use.server}__${use.tool}`;
  const callRef = callRefOf(client, conversation, use.id ?? [called, use.input]);
  if (before !== true) return { phase: 'after', callRef, outcome: before === undefined ? 'failed' : 'succeeded' };
  const root = workspaceRoot ?? roots.find((one) => cwd === one || cwd.startsWith(`${one}/`)) ?? roots[0] ?? cwd;
  // Cursor asks the person after its hook on commands and on MCP tools, and nowhere else.
  const canAsk = name === 'beforeShellExecution' || name === 'beforeMCPExecution';
  return readToolUse({ tool: use.tool, server: use.server, input: use.input, cwd, workspaceRoot: root }, client, {
    callRef,
    taskId: `${client}:${conversation}`,
    agentId: undefined,
    canAsk,
  });
}

interface CursorUse extends Pick<ToolUse, 'tool' | 'server' | 'input'> {
  readonly cwd?: string | undefined;
  readonly id?: string | undefined;
}

type Reader = (payload: unknown) => CursorUse | undefined;

const readShell: Reader = (payload) => {
  const { data } = shellCall.safeParse(payload);
  return data && { tool: 'Shell', input: { command: data.command }, cwd: data.cwd };
};

/** The server is known by its address or by the command that runs it. */
const readMcp: Reader = (payload) => {
  const { data } = mcpCall.safeParse(payload);
  return data && { tool: data.tool_name, server: data.url ?? data.command ?? 'unknown', input: parsed(data.tool_input) };
};

const readFile: Reader = (payload) => {
  const { data } = fileRead.safeParse(payload);
  return data && { tool: 'Read', input: { file_path: data.file_path } };
};

const readTool: Reader = (payload) => {
  const { data } = toolCall.safeParse(payload);
  return data && { tool: data.tool_name, input: parsed(data.tool_input), cwd: data.cwd, id: data.tool_use_id };
};

const events: Readonly<Record<string, { readonly before?: boolean; readonly read: Reader } | undefined>> = Object.assign(
  Object.create(null),
  {
    beforeShellExecution: { before: true, read: readShell },
    beforeMCPExecution: { before: true, read: readMcp },
    beforeReadFile: { before: true, read: readFile },
    preToolUse: { before: true, read: readTool },
    afterShellExecution: { before: false, read: readShell },
    afterMCPExecution: { before: false, read: readMcp },
    postToolUse: { before: false, read: readTool },
    postToolUseFailure: { read: readTool },
  },
);

/** Cursor sends the input of some calls as the text of a JSON object. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** The answer to what comes before a call. */
export const cursorAnswer = ({ permission, reason }: HookVerdict) => ({ permission, user_message: reason, agent_message: reason });
