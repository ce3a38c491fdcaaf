import { requireTool } from '../agents/allowed-steps.ts';
import { isEffect } from '../plan/step-kinds.ts';
import type { RunStep } from '../tasks/task-runs.ts';
import { attemptsOf, backoffMs } from './backoff.ts';
import { carryOutEffect } from './effect-steps.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { faultOf } from './step-fault.ts';
import type { TaskRun } from './task-run.ts';
import { agentAction, checkpoint, subTask, wait } from './waiting-steps.ts';
import { carryOutWork } from './worked-steps.ts';

/** Takes one step as far as it goes now. A failure of the step is written down; what is no fault of it is thrown. */
export async function carryOut(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  if (deps.observe === undefined) return takeFurther(deps, run, step);
  const { claim, traceId } = run.task;
  await deps.observe({ kind: step.kind, stepId: step.id, taskId: claim.taskId, traceId }, async () => {
    await takeFurther(deps, run, step);
    return run.steps.find(({ id }) => id === step.id)?.status ?? step.status;
  });
}

async function takeFurther(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  try {
    await begin(deps, run, step);
  } catch (error) {
    // Somebody told the run to stop: the step is none the worse for it.
    if (run.signal.aborted) return;
    await fail(run, step, error);
  }
}

async function begin(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  // What an action is may come from an earlier step: it is looked at once that is in place.
  if (step.kind !== 'action') requireTool(run.agent, step);
  if (isEffect(step.kind)) return carryOutEffect(deps, run, step);
  if (step.kind === 'action') return agentAction(deps, run, step);
  if (step.kind === 'checkpoint') return checkpoint(deps, run, step);
  if (step.kind === 'task') return subTask(deps, run, step);
  if (step.kind === 'wait') return wait(deps, run, step);
  return carryOutWork(deps, run, step);
}

async function fail(run: TaskRun, step: RunStep, cause: unknown): Promise<void> {
  const fault = faultOf(cause);
  if (fault === undefined) throw cause;
  const { isPassing, ...error } = fault;
  const attempts = step.attempts + 1;
  await run.write(async (work) => {
    if (isPassing && attempts < attemptsOf(step.plan))
      await work.step(step.id, { event: 'retry', attempts, error, dueInMs: backoffMs(step.plan, attempts) });
    else await work.step(step.id, { event: 'fail', attempts, error, dueInMs: null });
  });
}
