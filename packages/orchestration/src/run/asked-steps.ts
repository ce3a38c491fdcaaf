import { checkpointAction, createActions } from '@cairn/governance';
import type { Routes } from '@cairn/governance';
import type { RunStep, TaskWork } from '../tasks/task-runs.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { evaluateStep, inputHash, mayCarryOut } from './govern.ts';
import type { Governed } from './govern.ts';
import type { TaskRun } from './task-run.ts';

/** Characters of an input that whoever decides is shown; the hash stands for all of it. */
const mostShown = 600;

interface Asking {
  readonly step: RunStep;
  readonly input: object;
}

/**
 * Begins a step that is no action of its own, in one transaction; false: it was not begun, and the step has been moved to where it waits or
 * ends. Where its plan has people asked, that is done as at a checkpoint, once, before anything of it begins; where they denied the like
 * before, it is denied whatever its plan says.
 */
export async function beginAsked(
  deps: TaskEngineDeps,
  run: TaskRun,
  asking: Asking,
  begin: (work: TaskWork) => Promise<void>,
): Promise<boolean> {
  const governed = asking.step.plan.needs_approval === true ? await askingPeople(deps, run, asking) : undefined;
  const came = await run.write(async (work) => {
    if (governed === undefined && (await wasDenied(deps, run, work, asking))) return 'denied';
    if (governed !== undefined && !(await mayCarryOut(deps, run, work, { step: asking.step, governed }))) return 'held';
    await begin(work);
    return 'begun';
  });
  if (came !== 'denied') return came === 'begun';
  const denied = await askingPeople(deps, run, asking);
  return run.write(async (work) => {
    if (!(await mayCarryOut(deps, run, work, { step: asking.step, governed: denied }))) return false;
    await begin(work);
    return true;
  });
}

function askingPeople(deps: TaskEngineDeps, run: TaskRun, { step, input }: Asking): Promise<Governed> {
  const text = JSON.stringify(input);
  const shown = text.length <= mostShown ? text : `${text.slice(0, mostShown)}… (SHA-256 ${inputHash(input)})`;
  const routes = stepRoutes(step.kind, input);
  return evaluateStep(deps, run, { step, action: checkpointAction(`${step.id}: ${step.kind} ${shown}`), input, routes });
}

async function wasDenied({ evaluator }: TaskEngineDeps, run: TaskRun, work: TaskWork, { step, input }: Asking): Promise<boolean> {
  if (!work.control.hasDenials) return false;
  const actions = createActions({ evaluator, repository: work.stores.actions });
  return actions.isDenied(run.actor, run.task.claim.taskId, stepRoutes(step.kind, input).may);
}

/**
 * What a denial of a step holds for: the same kind with the same input, under whatever id and at whatever place of a plan, and a task below
 * by whichever agent.
 */
export function stepRoutes(kind: RunStep['kind'], input: object): Routes {
  const asked = kind === 'task' ? Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'agent_id')) : input;
  const routes = [`step ${kind} ${inputHash(asked)}`];
  return { does: routes, may: routes };
}
