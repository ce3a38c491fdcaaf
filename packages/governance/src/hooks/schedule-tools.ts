import { z } from 'zod';
import { canonicalJson } from '../actions/canonical-json.ts';
import type { Action } from '../actions/action.ts';
import type { ToolUse } from './hook-event.ts';
import { argumentsOf, checked, digest, given, shell, UnreadableToolUse } from './tool-input.ts';
import type { Draft, Reader } from './tool-input.ts';

const scheduled = (template: object, recurrence: string, more: object = {}): Draft => ({
  kind: 'schedule.create',
  template,
  recurrence,
  ...more,
});
const once = { max_runs: 1 };

interface Run {
  readonly prompt?: string | undefined;
  readonly command?: string | undefined;
}

/**
 * What a run does, as the actions that they are: the client itself acts by a prompt, which whoever approves it is to see; a prompt that
 * begins with `!` is a command, as where a person types it.
 */
function runsOf(use: ToolUse, client: string, { prompt, command }: Run): readonly Action[] {
  const typed = prompt === undefined ? undefined : /^\s*!(?<command>.*)$/s.exec(prompt)?.groups?.['command'];
  const commands = [command, typed].filter((one) => one !== undefined).map((one) => shell(use, one));
  const runs = prompt === undefined || typed !== undefined ? commands : [...commands, acting(client, prompt, { prompt })];
  return runs.map((one) => checked(one, use));
}

const acting = (client: string, task: string, options: object): Draft => ({
  kind: 'agent.invoke',
  agent_id: client,
  rights: [],
  depth: 0,
  task_hash: digest(task),
  options,
});

const run = { prompt: z.string().optional(), command: z.string().optional() };

export const cron: Reader = (use, client) => {
  const input = given(use, z.object({ cron: z.string(), recurring: z.boolean().optional(), ...run }));
  const runs = runsOf(use, client, input);
  if (runs.length === 0) throw new UnreadableToolUse(`the input of ${use.tool} does not say what will run`);
  return runs.map((template) => scheduled(template, input.cron, input.recurring === false ? once : {}));
};

/** What is not said of it stays as it was. */
export const cronUpdate: Reader = (use, client) => {
  const { id, cron: when = 'as before', ...input } = given(use, z.looseObject({ id: z.string(), cron: z.string().optional(), ...run }));
  const runs = runsOf(use, client, input);
  const templates: readonly object[] = runs.length === 0 ? [{ kind: 'schedule.update', id }] : runs;
  return templates.map((template) => scheduled(template, when, { options: argumentsOf(use) }));
};

export const cronDelete: Reader = (use) => {
  const { id } = given(use, z.object({ id: z.string() }));
  return [scheduled({ kind: 'schedule.delete', id }, 'never again')];
};

/** It runs once more, later. */
export const wakeup: Reader = (use, client) => {
  const { delaySeconds: delay, prompt } = given(use, z.object({ delaySeconds: z.number().optional(), prompt: z.string() }));
  return runsOf(use, client, { prompt }).map((template) =>
    scheduled(template, delay === undefined ? 'once, later' : `once, in ${delay} seconds`, once),
  );
};

/** Agents of the client elsewhere, which run by a plan of its service. */
export const trigger: Reader = (use, client) => {
  const { action, body } = given(use, z.looseObject({ action: z.string(), body: z.record(z.string(), z.unknown()).optional() }));
  const input = argumentsOf(use);
  const { cron_expression: recurrence, run_once_at: at } = body ?? {};
  const template = checked(acting(client, canonicalJson(input), input), use);
  if (action === 'run') return [scheduled(template, 'once, now', once)];
  if (typeof recurrence === 'string') return [scheduled(template, recurrence)];
  return [typeof at === 'string' ? scheduled(template, at, once) : scheduled(template, 'whenever it is triggered')];
};

const looking = new Set<unknown>(['list', 'get', 'list_runs', 'get_run_log']);

/** Whether a call only shows what is planned, or plans nothing more. */
export function plansNothing(use: ToolUse): boolean {
  const { action, stop } = argumentsOf(use);
  return (use.tool === 'RemoteTrigger' && looking.has(action)) || (use.tool === 'ScheduleWakeup' && stop === true);
}
