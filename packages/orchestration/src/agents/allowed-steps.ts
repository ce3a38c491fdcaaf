import type { PlanFault } from '../plan/plan-fault.ts';
import type { Plan, PlanStep } from '../plan/plan-shape.ts';
import { stepKinds } from '../plan/step-kinds.ts';
import type { StepKind } from '../plan/step-kinds.ts';
import { StepFault } from '../run/step-fault.ts';
import type { AgentTools, TaskAgent } from './task-agent.ts';

/** Kinds of steps that are a tool of `/mcp` too, which a definition may name instead. */
const toolOf: Readonly<Partial<Record<StepKind, string>>> = {
  'memory.save': 'save_memory',
  'memory.update': 'update_memory',
  'memory.delete': 'delete_memory',
  'memory.search': 'get_memories',
  'knowledge.search': 'search_knowledge',
};

/** They do nothing but hold a task, so they are no tools. */
const alwaysAllowed: ReadonlySet<StepKind> = new Set(['checkpoint', 'wait']);

/** What is asked of the tools: a step by its kind; an action also by what it is. */
export interface AskedStep {
  readonly kind: StepKind;
  readonly input?: unknown;
}

/** The tools that do not have the step; undefined: the agent may do it. */
function refusing({ tools }: Pick<TaskAgent, 'tools'>, step: AskedStep): AgentTools | undefined {
  if (alwaysAllowed.has(step.kind)) return undefined;
  const names = namesOf(step);
  return tools.find((own) => !own.names.some((name) => names.has(name)));
}

/** Any of these among the tools lets the step be done. */
function namesOf({ kind, input }: AskedStep): ReadonlySet<string> {
  const tool = toolOf[kind];
  return new Set([kind, ...(tool === undefined ? [] : [tool]), ...(kind === 'action' ? actionNames(input) : [])]);
}

/** An action goes by its kind; a call of a tool also by that tool. */
function actionNames(input: unknown): readonly string[] {
  const action = memberOf(input, 'action');
  const [kind, tool] = [memberOf(action, 'kind'), memberOf(action, 'tool')];
  return [kind, kind === 'mcp.call' ? tool : undefined].filter((name) => typeof name === 'string');
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Kinds of steps that an agent may do; of actions, those that are allowed whatever they are. */
export const allowedKinds = (agent: TaskAgent | null): readonly StepKind[] =>
  agent === null ? stepKinds : stepKinds.filter((kind) => refusing(agent, { kind }) === undefined);

/** @throws StepFault for a step that the agent may not do. */
export function requireTool(agent: TaskAgent | null, step: AskedStep): void {
  const tools = agent === null ? undefined : refusing(agent, step);
  if (tools !== undefined) throw new StepFault('tool_not_allowed', messageOf(step.kind, tools));
}

/** Steps of a plan that the agent may not do. What an action is may be known only when it runs; it is looked at again then. */
export function toolFaults(agent: TaskAgent, { steps }: Plan): readonly PlanFault[] {
  return steps.flatMap((step, at) => [
    ...faultOf(agent, step, ['steps', at, 'kind']),
    ...(step.compensate === undefined ? [] : faultOf(agent, step.compensate, ['steps', at, 'compensate', 'kind'])),
  ]);
}

function faultOf(agent: TaskAgent, step: AskedStep | PlanStep, path: PlanFault['path']): readonly PlanFault[] {
  const tools = refusing(agent, step);
  if (tools === undefined || isOpen(step)) return [];
  return [{ path, message: messageOf(step.kind, tools) }];
}

/** Whether what the action is comes from an earlier step. */
function isOpen({ kind, input }: AskedStep): boolean {
  if (kind !== 'action') return false;
  const action = memberOf(input, 'action');
  return [action, memberOf(action, 'kind'), memberOf(action, 'tool')].some((text) => typeof text === 'string' && text.includes('{{'));
}

function messageOf(kind: StepKind, { agent, version, names }: AgentTools): string {
  const tools = names.length === 0 ? 'it has none' : names.slice(0, 20).join(', ') + (names.length > 20 ? ', …' : '');
  return `${kind} is not among the tools of agent "${agent}" (version ${version}): ${tools}`;
}
