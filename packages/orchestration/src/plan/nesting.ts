import { planBounds } from './plan-bounds.ts';
import type { PlanFault } from './plan-fault.ts';

/** The task that a plan is of. */
export interface Planned {
  /** Undefined: it is not known. */
  readonly goal: string | undefined;
  /** How many tasks it is with those above it; 1: somebody submits it. */
  readonly depth: number;
}

interface Place {
  /** Of the task whose plan has all these plans in it. */
  readonly first: string | undefined;
  /** Of that task and those down to this plan, as far as they are known. */
  readonly goals: readonly string[];
  readonly depth: number;
}

/**
 * What keeps the tasks that a plan starts by plans of their own from ever being started: one that is too deep, or has the goal of one
 * above it. What is only known when a step starts, a reference or a plan that a model makes, is looked at then.
 */
export function nestingFaults(plan: object, { goal, depth }: Planned): readonly PlanFault[] {
  return faultsIn(plan, { first: goal, goals: goal === undefined ? [] : [goal], depth });
}

function faultsIn(plan: object, place: Place): readonly PlanFault[] {
  return stepsOf(plan).flatMap((step, at) => (memberOf(step, 'kind') === 'task' ? faultsOf(step, at, place) : []));
}

function faultsOf(step: unknown, at: number, { first, goals, depth }: Place): readonly PlanFault[] {
  const path = ['steps', at];
  if (depth >= planBounds.maxDepth)
    return [{ path, message: `starts a task below ${depth} others; tasks go ${planBounds.maxDepth} deep at most` }];
  const input = memberOf(step, 'input');
  const goal = goalOf(memberOf(input, 'goal'), first);
  if (goal !== undefined && goals.some((above) => goalText(above) === goalText(goal)))
    return [{ path: [...path, 'input', 'goal'], message: 'is the goal of a task above it, which would start itself without end' }];
  const plan = memberOf(input, 'plan');
  if (typeof plan !== 'object' || plan === null) return [];
  const below = faultsIn(plan, { first, goals: goal === undefined ? goals : [...goals, goal], depth: depth + 1 });
  return below.map((fault) => ({ ...fault, path: [...path, 'input', 'plan', ...fault.path] }));
}

/**
 * Tasks that a plan starts, itself or by the plans in it, for a model to plan. In a plan that a model made for a task below another one
 * they are refused: each could start more of them, as many as its plan has steps, all the way down.
 */
export function unplannedFaults(plan: object): readonly PlanFault[] {
  return stepsOf(plan).flatMap((step, at) => {
    if (memberOf(step, 'kind') !== 'task') return [];
    const path = ['steps', at, 'input', 'plan'];
    const below = memberOf(memberOf(step, 'input'), 'plan');
    if (typeof below !== 'object' || below === null) return [{ path, message: unplanned }];
    return unplannedFaults(below).map((fault) => ({ ...fault, path: [...path, ...fault.path] }));
  });
}

const unplanned = 'is needed: a model planned the task that it is below, and plans no further down, which might go on without end';

/** A goal as it is compared: spaces and capitals make no difference. */
export const goalText = (goal: string): string => goal.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Undefined: it is not known yet. */
function goalOf(given: unknown, first: string | undefined): string | undefined {
  if (typeof given !== 'string') return undefined;
  const goal = first === undefined ? given : given.replaceAll(/\{\{\s*task\.goal\s*\}\}/g, () => first);
  return goal.includes('{{') ? undefined : goal;
}

function stepsOf(plan: object): readonly unknown[] {
  const steps = memberOf(plan, 'steps');
  return Array.isArray(steps) ? steps : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
