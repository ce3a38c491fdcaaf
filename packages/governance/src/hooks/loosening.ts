import { words } from '../shell/words.ts';
import type { ToolUse } from './hook-event.ts';

/** What an action has of a call besides what is done: all that may let it do more, or go less seen, than the same call without. */
export interface Loosening {
  readonly unsandboxed?: true;
  readonly options?: Readonly<Record<string, unknown>>;
}

const ofCommands = 'command workdir working_directory description timeout timeout_ms block_until_ms yield_time_ms max_output_tokens';
const ofSandboxes = 'sandbox dangerouslyDisableSandbox with_escalated_permissions sandbox_permissions required_permissions';
const command = new Set(words(`${ofCommands} justification explanation ${ofSandboxes}`));
const agent = new Set(words('prompt subagent_type description'));

/**
 * Members of the input that are in the action already, or loosen nothing. Of tools that are not here the whole input is in the action, or
 * nothing else of it does anything.
 */
const known: Readonly<Record<string, ReadonlySet<string> | undefined>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(words('Bash PowerShell Monitor Shell shell local_shell shell_command exec_command').map((tool) => [tool, command])),
  Write: new Set(words('file_path path content contents')),
  Task: agent,
  Agent: agent,
  SendMessage: new Set(words('to message recipient content summary type')),
  spawn_agent: new Set(words('message agent_type')),
  CronCreate: new Set(words('cron prompt command recurring description')),
  ScheduleWakeup: new Set(words('delaySeconds prompt reason noop stop')),
});

/** What loosens a call. Members that are absent, null or false do not. `isWhole`: the input is in the action as it is. */
export function looseningOf({ tool, input, mode }: ToolUse, { isWhole }: { readonly isWhole: boolean }): Loosening {
  const given = typeof input === 'object' && input !== null && !isWhole ? Object.entries(input) : [];
  const read = known[tool];
  const others = read === undefined ? [] : given.filter(([name, value]) => !read.has(name) && isSet(value));
  const options = { ...Object.fromEntries(others), ...(mode !== undefined && { permission_mode: mode }) };
  return {
    ...(read === command && given.some(leavesSandbox) && { unsandboxed: true }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** As Claude Code, Codex and Cursor say it, each in its own way. */
function leavesSandbox([name, value]: readonly [name: string, value: unknown]): boolean {
  if (name === 'sandbox') return value === false;
  if (name === 'sandbox_permissions') return isSet(value) && value !== 'use_default';
  if (name === 'required_permissions') return isSet(value) && !(Array.isArray(value) && value.length === 0);
  return (name === 'dangerouslyDisableSandbox' || name === 'with_escalated_permissions') && isSet(value);
}
