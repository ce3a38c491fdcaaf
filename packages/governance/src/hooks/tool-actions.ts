import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { z } from 'zod';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { readingsOfName } from '../actions/called-tool.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import type { ToolUse } from './hook-event.ts';
import { namedPath, pathWord } from './named-path.ts';
import { patchedFiles } from './patched-files.ts';
import { quoted } from './quoted.ts';
import { words } from '../shell/words.ts';

/** Most files that one call may change. */
const maxFiles = 64;

/** What a call cannot be read as, in words for people. */
export class UnreadableToolUse extends Error {}

/**
 * What a call of an agent's tool does, by the names that Claude Code, Codex and Cursor give their tools. Tools that only speak to the
 * person or keep the agent's own lists do nothing. One that is not known is a call of a tool of the client itself.
 * @throws UnreadableToolUse when its input is not what the tool takes, so that nobody could review it.
 */
export function actionsOf(use: ToolUse, client: string): readonly Action[] {
  if (use.server === undefined && harmlessTools.has(use.tool)) return [];
  const drafts = draftsOf(use, client);
  if (drafts.length > maxFiles) throw new UnreadableToolUse(`it changes more than ${maxFiles} files at once; split it`);
  return drafts.map((draft) => checked(draft, use));
}

function draftsOf(use: ToolUse, client: string): readonly unknown[] {
  const [called, ...others] = use.server === undefined ? readingsOfName(use.tool) : [{ server: use.server, tool: use.tool }];
  // A name that may be of several servers is kept whole: rules are held against each of them.
  if (called !== undefined && others.length === 0) return [{ kind: 'mcp.call', ...called, arguments: argumentsOf(use) }];
  const own = Object.hasOwn(readers, use.tool) ? readers[use.tool] : undefined;
  return (own ?? clientTool)(use, client);
}

type Reader = (use: ToolUse, client: string) => readonly unknown[];

const clientTool: Reader = (use, client) => [{ kind: 'mcp.call', server: client, tool: use.tool, arguments: argumentsOf(use) }];

const command: Reader = (use) => [shell(use, given(use, z.object({ command: z.string() })).command)];

/** A command in parts is put together again so that each stays one word. */
const commandParts: Reader = (use) => {
  const input = given(use, z.object({ command: z.union([z.string(), z.array(z.string()).min(1)]), workdir: z.string().optional() }));
  const parts = input.command;
  if (input.workdir !== undefined && namedPath(input.workdir).startsWith('~'))
    throw new UnreadableToolUse('its workdir is no path from the root');
  const within = input.workdir === undefined ? use : { ...use, cwd: posix.resolve(use.cwd, input.workdir) };
  return [shell(within, typeof parts === 'string' ? parts : parts.map(quoted).join(' '))];
};

const monitor: Reader = (use, client) => (typeof argumentsOf(use)['command'] === 'string' ? command(use, client) : clientTool(use, client));

const write: Reader = (use) => {
  const input = given(use, z.object({ file_path: z.string(), content: z.string() }));
  const bytes = Buffer.from(input.content);
  return [{ ...file(use, input.file_path), after_hash: hash('sha256', bytes, 'hex'), size: bytes.length }];
};

const edit: Reader = (use) => [edited(use, given(use, z.object({ file_path: z.string() })).file_path)];
const notebook: Reader = (use) => [edited(use, given(use, z.object({ notebook_path: z.string() })).notebook_path)];

/** Reading a file shows what `cat` would; so it is judged as that. */
const readFile: Reader = (use) => [shell(use, `cat -- ${pathWord(given(use, z.object({ file_path: z.string() })).file_path)}`)];
const list: Reader = (use) => [shell(use, `ls -- ${pathWord(given(use, z.object({ path: z.string().optional() })).path ?? '.')}`)];

/** A pattern is judged as the file that its first match may be. */
const glob: Reader = (use) => {
  const { pattern: written = '*', path = '.' } = given(use, z.object({ pattern: z.string().optional(), path: z.string().optional() }));
  const pattern = namedPath(written);
  if (/[{(,|](?:[/~$]|.*\.\.)/.test(pattern)) throw new UnreadableToolUse('its pattern leads elsewhere within alternatives');
  const known = pattern
    .split('/')
    .map((segment) => (/[*?[{(!]/.test(segment) ? 'x' : segment))
    .join('/');
  return [shell(use, `ls -- ${pathWord(/^[/~]/.test(known) ? known : posix.join(namedPath(path), known))}`)];
};

const search: Reader = (use) => [shell(use, `grep -r -- x ${pathWord(given(use, z.object({ path: z.string().optional() })).path ?? '.')}`)];

const agent: Reader = (use) => {
  const input = given(use, z.object({ prompt: z.string(), subagent_type: z.string().min(1).optional() }));
  return [
    { kind: 'agent.invoke', agent_id: input.subagent_type ?? 'general-purpose', rights: [], depth: 0, task_hash: digest(input.prompt) },
  ];
};

const cron: Reader = (use) => {
  const input = given(use, z.object({ cron: z.string(), prompt: z.string(), recurring: z.boolean().optional() }));
  const once = input.recurring === false ? { max_runs: 1 } : {};
  return [{ kind: 'schedule.create', template: { kind: 'agent.invoke', prompt: input.prompt }, recurrence: input.cron, ...once }];
};

const patch: Reader = (use) => {
  const { command: text } = given(use, z.object({ command: z.string() }));
  const files = patchedFiles(text);
  if (files.length === 0) throw new UnreadableToolUse('it is not a patch that can be read');
  return files.map(({ path, removed }) =>
    removed ? shell(use, `rm -- ${pathWord(path)}`) : { ...file(use, path), change_hash: digest(text) },
  );
};

const readers: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null), {
  Bash: command,
  Monitor: monitor,
  Shell: command,
  shell: commandParts,
  local_shell: commandParts,
  shell_command: commandParts,
  exec_command: commandParts,
  Write: write,
  Edit: edit,
  MultiEdit: edit,
  StrReplace: edit,
  NotebookEdit: notebook,
  Read: readFile,
  LS: list,
  Glob: glob,
  Grep: search,
  Task: agent,
  Agent: agent,
  CronCreate: cron,
  apply_patch: patch,
});

/** What they do stays between the agent and the person at it. */
const harmlessTools = new Set(
  words(`
    TodoWrite TodoRead ExitPlanMode EnterPlanMode AskUserQuestion TaskCreate TaskGet TaskUpdate TaskList TaskStop TaskOutput KillShell
    BashOutput CronList CronDelete ListMcpResources update_plan view_image
  `),
);

const shell = ({ cwd, workspaceRoot }: ToolUse, text: string) => ({
  kind: 'shell.exec',
  command: text,
  cwd,
  workspace_root: workspaceRoot,
});

const file = ({ cwd, workspaceRoot }: ToolUse, path: string) => {
  const named = namedPath(path);
  return { kind: 'file.write', path: named.startsWith('~') ? named : posix.resolve(cwd, named), workspace_root: workspaceRoot };
};

/** Who edits knows the edit, not the file after it. */
const edited = (use: ToolUse, path: string) => ({ ...file(use, path), change_hash: digest(canonicalJson(use.input)) });

const digest = (text: string): string => hash('sha256', text, 'hex');

function argumentsOf({ input }: ToolUse): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

function given<Input>({ tool, input }: ToolUse, schema: z.ZodType<Input>): Input {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw new UnreadableToolUse(`the input of ${tool} is not what that tool takes: ${issueOf(read.error)}`);
}

function checked(draft: unknown, { tool }: ToolUse): Action {
  const read = actionSchema.safeParse(draft);
  if (read.success) return read.data;
  throw new UnreadableToolUse(`the call of ${tool} cannot be read: ${issueOf(read.error)}`);
}

function issueOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, 300);
}
