import { checkpointAction } from '@cairn/governance';
import type { RunStep } from '../tasks/task-runs.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { evaluateStep, inputHash } from './govern.ts';
import type { Governed } from './govern.ts';
import type { TaskRun } from './task-run.ts';

/** Characters of an input that whoever decides is shown; the hash stands for all of it. */
const mostShown = 600;

/**
 * What people decide on before a step that is no action of its own, where its plan has them asked; undefined where it does not. It is asked
 * as a checkpoint is, once, before anything of the step begins.
 */
export async function askedFirst(
  deps: TaskEngineDeps,
  run: TaskRun,
  { step, input }: { readonly step: RunStep; readonly input: unknown },
): Promise<Governed | undefined> {
  if (step.plan.needs_approval !== true) return undefined;
  const text = JSON.stringify(input);
  const shown = text.length <= mostShown ? text : `${text.slice(0, mostShown)}… (SHA-256 ${inputHash(input)})`;
  return evaluateStep(deps, run, { step, action: checkpointAction(`${step.id}: ${step.kind} ${shown}`), input });
}
