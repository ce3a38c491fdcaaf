import { z } from 'zod';
import { text } from '../actions/fields.ts';
import type { ToolUse } from './hook-event.ts';

/** What an event of Cursor tells of a call. */
export interface CursorUse extends Pick<ToolUse, 'tool' | 'server' | 'input'> {
  readonly cwd?: string | undefined;
  readonly id?: string | undefined;
  /** What every event of this call tells alike; absent: no other event tells of it. */
  readonly alike?: unknown;
  /** Whether it failed because it was not let run. */
  readonly isDenied?: boolean | undefined;
}

export interface CursorEvent {
  /** Undefined when the event does not say what is called. */
  readonly read: (payload: unknown) => CursorUse | undefined;
  /** `before`: it waits for the answer. */
  readonly when: 'before' | 'succeeded' | 'failed';
}

const shellCall = z.object({ command: z.string(), cwd: text(4096).optional(), sandbox: z.boolean().optional() });
const mcpCall = z.object({
  tool_name: text(256).min(1),
  tool_input: z.unknown(),
  url: z.string().optional(),
  command: z.string().optional(),
});
const attached = z.union([
  z.object({ file_path: z.string() }),
  z.object({ filePath: z.string() }).transform((one) => ({ file_path: one.filePath })),
]);
const fileRead = z.object({ file_path: z.string(), attachments: z.array(attached).max(64).optional() });
const agentStart = z.object({ subagent_type: z.string().min(1).optional(), task: z.string(), subagent_model: z.string().optional() });
const toolCall = z.object({
  tool_name: text(256).min(1),
  tool_input: z.unknown(),
  cwd: text(4096).optional(),
  tool_use_id: text(256).optional(),
  failure_type: z.unknown().optional(),
});

type Reader = CursorEvent['read'];

const readShell: Reader = (payload) => {
  const { data } = shellCall.safeParse(payload);
  return data && { tool: 'Shell', input: { command: data.command, sandbox: data.sandbox }, cwd: data.cwd, alike: ['Shell', data.command] };
};

/** The server is known by its address or by the command that runs it. */
const readMcp: Reader = (payload) => {
  const { data } = mcpCall.safeParse(payload);
  if (data === undefined) return undefined;
  const input = parsed(data.tool_input);
  return { tool: data.tool_name, server: data.url ?? data.command ?? 'unknown', input, alike: [`MCP:${data.tool_name}`, input ?? null] };
};

/** What is attached to a file is read with it. */
const readFile: Reader = (payload) => {
  const { data } = fileRead.safeParse(payload);
  if (data === undefined) return undefined;
  const input = { file_path: data.file_path, attachments: data.attachments?.map((one) => one.file_path) };
  return { tool: 'Read', input, alike: ['Read', [data.file_path]] };
};

const readAgent: Reader = (payload) => {
  const { data } = agentStart.safeParse(payload);
  return (
    data && {
      tool: 'Task',
      input: { prompt: data.task, subagent_type: data.subagent_type, model: data.subagent_model },
      alike: ['Task', data.task],
    }
  );
};

const readTool: Reader = (payload) => {
  const { data } = toolCall.safeParse(payload);
  if (data === undefined) return undefined;
  const { tool_name: tool, cwd, tool_use_id: id } = data;
  const input = parsed(data.tool_input);
  return { tool, input, cwd, id, alike: alikeOf(tool, input), isDenied: data.failure_type === 'permission_denied' };
};

/** As the event that this tool has to itself tells it. */
function alikeOf(tool: string, input: unknown): unknown {
  if (isMcp(tool)) return [tool.replace(/^MCP:\s*/, 'MCP:'), input ?? null];
  const member = (...names: readonly string[]): unknown =>
    typeof input === 'object' && input !== null ? Object.entries(input).find(([name]) => names.includes(name))?.[1] : undefined;
  if (tool === 'Shell') return ['Shell', member('command')];
  if (tool === 'Read') return ['Read', [member('file_path', 'path', 'target_file')]];
  return tool === 'Task' ? ['Task', member('prompt')] : undefined;
}

/** Whether preToolUse tells of a tool of a server, though not of which server. */
export const isMcp = (tool: string): boolean => /^MCP(?::|$)/.test(tool);

/** Whether a tool that preToolUse tells of has an event of its own that Cursor waits for. */
export const hasOwnEvent = (tool: string): boolean => tool === 'Shell' || tool === 'Read' || isMcp(tool);

/** Cursor sends the input of some calls as the text of a JSON object. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Events at which a tool is about to run, or ran. */
export const cursorEvents: Readonly<Record<string, CursorEvent | undefined>> = Object.assign(Object.create(null), {
  beforeShellExecution: { when: 'before', read: readShell },
  beforeMCPExecution: { when: 'before', read: readMcp },
  beforeReadFile: { when: 'before', read: readFile },
  beforeTabFileRead: { when: 'before', read: readFile },
  subagentStart: { when: 'before', read: readAgent },
  preToolUse: { when: 'before', read: readTool },
  afterShellExecution: { when: 'succeeded', read: readShell },
  afterMCPExecution: { when: 'succeeded', read: readMcp },
  postToolUse: { when: 'succeeded', read: readTool },
  postToolUseFailure: { when: 'failed', read: readTool },
});
