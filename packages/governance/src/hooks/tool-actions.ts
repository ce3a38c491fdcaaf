import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { z } from 'zod';
import type { Action } from '../actions/action.ts';
import { readingsOfName } from '../actions/called-tool.ts';
import { canonicalJson } from '../actions/canonical-json.ts';
import { words } from '../shell/words.ts';
import { agent, message, spawned, workflow } from './agent-tools.ts';
import type { ToolUse } from './hook-event.ts';
import { looseningOf } from './loosening.ts';
import { namedPath, pathWord } from './named-path.ts';
import { patchedFiles } from './patched-files.ts';
import { quoted } from './quoted.ts';
import { cron, cronDelete, cronUpdate, trigger, wakeup } from './schedule-tools.ts';
import { argumentsOf, checked, clientTool, digest, given, shell, UnreadableToolUse } from './tool-input.ts';
import type { Draft, Reader } from './tool-input.ts';

/** Most files that one call may change. */
const maxFiles = 64;

/**
 * What a call of an agent's tool does, by the names that Claude Code, Codex and Cursor give their tools. One that is not known
 * is a call of a tool of the client itself.
 * @throws UnreadableToolUse when its input is not what the tool takes, so that nobody could review it.
 */
export function actionsOf(use: ToolUse, client: string): readonly Action[] {
  const drafts = draftsOf(use, client);
  if (drafts.length > maxFiles) throw new UnreadableToolUse(`it changes more than ${maxFiles} files at once; split it`);
  return drafts.map((draft) => checked(loosened(draft, use), use));
}

/** The call of a tool as what its name says, which rules may be about where what it does is not. */
export const namedCallOf = (use: ToolUse, client: string): Action => checked(clientTool(use, client)[0], use);

/** With what lets it do more, beside what its reader put there. */
function loosened(draft: Draft, use: ToolUse): Draft {
  const { options, ...loosening } = looseningOf(use, { isWhole: draft.kind === 'mcp.call' });
  return { ...draft, ...loosening, ...(options !== undefined && { options: { ...draft.options, ...options } }) };
}

function draftsOf(use: ToolUse, client: string): readonly Draft[] {
  const [called, ...others] = use.server === undefined ? readingsOfName(use.tool) : [{ server: use.server, tool: use.tool }];
  // A name that may be of several servers is kept whole: rules are held against each of them.
  if (called !== undefined && others.length === 0) return [{ kind: 'mcp.call', ...called, arguments: argumentsOf(use) }];
  const own = Object.hasOwn(readers, use.tool) ? readers[use.tool] : undefined;
  return (own ?? clientTool)(use, client);
}

const command: Reader = (use) => {
  const input = given(use, z.object({ command: z.string(), working_directory: z.string().optional() }));
  return [shell(within(use, input.working_directory), input.command)];
};

/** A command in parts is put together again so that each stays one word. */
const commandParts: Reader = (use) => {
  const input = given(use, z.object({ command: z.union([z.string(), z.array(z.string()).min(1)]), workdir: z.string().optional() }));
  const parts = input.command;
  return [shell(within(use, input.workdir), typeof parts === 'string' ? parts : parts.map(quoted).join(' '))];
};

function within(use: ToolUse, directory: string | undefined): ToolUse {
  if (directory === undefined || directory === '') return use;
  if (namedPath(directory).startsWith('~')) throw new UnreadableToolUse('the directory that it is to run in is no path from the root');
  return { ...use, cwd: posix.resolve(use.cwd, directory) };
}

/** It is no language that commands are read in: which one it is given to is known, and what that does is not. */
const powershell: Reader = (use) => {
  const input = given(use, z.object({ command: z.string() }));
  return [shell(use, `pwsh -NoProfile -Command ${quoted(input.command)}`)];
};

const monitor: Reader = (use, client) => (typeof argumentsOf(use)['command'] === 'string' ? command(use, client) : clientTool(use, client));

const write: Reader = (use) => {
  const { content, contents } = given(use, z.object({ content: z.string().optional(), contents: z.string().optional() }));
  const text = content ?? contents;
  if (text === undefined || (contents ?? text) !== text)
    throw new UnreadableToolUse(`the input of ${use.tool} does not say what is written`);
  const bytes = Buffer.from(text);
  return [{ ...file(use, onePath(use)), after_hash: hash('sha256', bytes, 'hex'), size: bytes.length }];
};

const edit: Reader = (use) => [edited(use, onePath(use))];
const notebook: Reader = (use) => [edited(use, given(use, z.object({ notebook_path: z.string() })).notebook_path)];
const remove: Reader = (use) => [shell(use, `rm -- ${pathWord(onePath(use))}`)];

/** Reading a file shows what `cat` would; so it is judged as that. Where the agent is says nothing of a path from the root. */
const readFile: Reader = (use) => {
  const paths = pathsIn(use);
  if (paths.length === 0) throw new UnreadableToolUse(`the input of ${use.tool} does not say what is read`);
  return paths.map((path) => shell(path.startsWith('/') ? { ...use, cwd: use.workspaceRoot } : use, `cat -- ${pathWord(path)}`));
};

const list: Reader = (use) => placesIn(use).map((path) => shell(use, `ls -- ${pathWord(path)}`));
const search: Reader = (use) => placesIn(use).map((path) => shell(use, `grep -r -- x ${pathWord(path)}`));

/** A pattern is judged as the file that its first match may be. */
const glob: Reader = (use) => {
  const input = given(use, z.object({ pattern: z.string().optional(), glob_pattern: z.string().optional() }));
  const patterns = [...new Set([input.pattern, input.glob_pattern].filter((one) => one !== undefined))];
  return placesIn(use).flatMap((path) => (patterns.length === 0 ? ['*'] : patterns).map((one) => matched(use, path, one)));
};

function matched(use: ToolUse, path: string, written: string) {
  const pattern = namedPath(written);
  if (leadsElsewhere(pattern)) throw new UnreadableToolUse('its pattern leads elsewhere within alternatives');
  const known = pattern
    .split('/')
    .map((segment) => (/[*?[{(!]/.test(segment) ? 'x' : segment))
    .join('/');
  return shell(use, `ls -- ${pathWord(/^[/~]/.test(known) ? known : posix.join(namedPath(path), known))}`);
}

/** Whether one of its alternatives begins at a root, or climbs. */
function leadsElsewhere(pattern: string): boolean {
  const opened = pattern.search(/[{(,|]/);
  return opened >= 0 && (/[{(,|][/~$]/.test(pattern) || pattern.includes('..', opened + 1));
}

/** Each path that the input names, by the names that the clients have for it. */
function pathsIn({ input }: ToolUse): readonly string[] {
  const members = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return [...new Set(members.flatMap(([name, value]) => (pathNames.has(name) ? textsOf(value) : [])))];
}

const pathNames = new Set(words('file_path filePath path target_file target_directory directory dir dir_path attachments'));

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

function onePath(use: ToolUse): string {
  const [path, ...others] = pathsIn(use);
  if (path === undefined || others.length > 0) throw new UnreadableToolUse(`the input of ${use.tool} does not name one file`);
  return path;
}

function placesIn(use: ToolUse): readonly string[] {
  const paths = pathsIn(use);
  return paths.length === 0 ? ['.'] : paths;
}

/** What a server shows is of that server, whichever tool fetches it. */
const resource =
  (tool: string): Reader =>
  (use) => {
    const { server, uri } = given(use, z.object({ server: z.string(), uri: z.string() }));
    return [{ kind: 'mcp.call', server, tool, arguments: { uri } }];
  };

const patch: Reader = (use) => {
  const text = textOfPatch(use);
  const files = patchedFiles(text);
  if (files.length === 0) throw new UnreadableToolUse('it is not a patch that can be read');
  return files.map(({ path, removed }) =>
    removed ? shell(use, `rm -- ${pathWord(path)}`) : { ...file(use, path), change_hash: digest(text) },
  );
};

/** It stands alone, or under one of these names. */
function textOfPatch(use: ToolUse): string {
  const { input } = use;
  const texts =
    typeof input === 'string'
      ? [input]
      : Object.entries(argumentsOf(use)).flatMap(([name, value]) => (patchNames.has(name) ? [value] : []));
  const [text] = texts;
  if (typeof text !== 'string' || texts.length > 1) throw new UnreadableToolUse('it is not a patch that can be read');
  return text;
}

const patchNames = new Set(words('command patch input'));

const readers: Readonly<Record<string, Reader | undefined>> = Object.assign(Object.create(null), {
  Bash: command,
  PowerShell: powershell,
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
  Delete: remove,
  Read: readFile,
  ReadFile: readFile,
  view_image: readFile,
  LS: list,
  Glob: glob,
  Grep: search,
  LSP: search,
  Task: agent,
  Agent: agent,
  SendMessage: message,
  Workflow: workflow,
  spawn_agent: spawned,
  CronCreate: cron,
  CronUpdate: cronUpdate,
  CronDelete: cronDelete,
  ScheduleWakeup: wakeup,
  RemoteTrigger: trigger,
  ReadMcpResource: resource('resources/read'),
  ReadMcpResourceTool: resource('resources/read'),
  ReadMcpResourceDir: resource('resources/list'),
  ReadMcpResourceDirTool: resource('resources/list'),
  apply_patch: patch,
  ApplyPatch: patch,
});

const file = ({ cwd, workspaceRoot }: ToolUse, path: string) => {
  const named = namedPath(path);
  return { kind: 'file.write', path: named.startsWith('~') ? named : posix.resolve(cwd, named), workspace_root: workspaceRoot };
};

/** Who edits knows the edit, not the file after it. */
const edited = (use: ToolUse, path: string) => ({ ...file(use, path), change_hash: digest(canonicalJson(use.input)) });
