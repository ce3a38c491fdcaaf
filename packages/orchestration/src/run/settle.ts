import type { TaskError } from '../tasks/task.ts';
import type { RunStep, TaskWork } from '../tasks/task-runs.ts';
import { begunOrEnded } from './begun-actions.ts';
import { undo } from './effect-steps.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { outlookOf } from './outlook.ts';
import type { Outlook } from './outlook.ts';
import type { TaskRun } from './task-run.ts';

const nobody: ReadonlySet<string> = new Set();

/**
 * Lets go of a task that has nothing to do now: it waits, or it is over. Looks once more in the transaction that lets go, so that
 * an answer which came a moment ago is not slept through. False: there is something to do after all.
 */
export async function settle(run: TaskRun): Promise<boolean> {
  return run.write(async (work) => {
    const outlook = outlookOf(await work.steps(), { parallelism: run.task.parallelism, underWay: nobody });
    if (outlook.kind === 'work') return false;
    if (outlook.kind === 'wait') await work.task(`wait_${outlook.status}`, { wakeInMs: outlook.dueInMs });
    else await end(work, outlook);
    return true;
  });
}

async function end(work: TaskWork, { status, because }: Extract<Outlook<RunStep>, { kind: 'over' }>): Promise<void> {
  await work.task(`end_${status}`, { error: because === undefined ? null : errorOf(because) });
}

function errorOf(step: RunStep): TaskError {
  const code = step.errorCode ?? 'step_failed';
  const said = `step "${step.id}" (${step.kind}) ${step.status === 'denied' ? 'was not allowed' : 'failed'}: ${code}`;
  // Whoever watches the first of several tasks is told what happened in the last.
  return { code, message: code === 'child_failed' && step.errorMessage !== undefined ? `${said}: ${step.errorMessage}` : said };
}

/** Undoes what was done and can be undone, last first. */
async function undoAll(deps: TaskEngineDeps, run: TaskRun): Promise<void> {
  const undoable = run.steps.filter(({ status, plan }) => status === 'succeeded' && plan.compensate !== undefined);
  for (const step of laterFirst(undoable, run.steps)) await undo(deps, run, step);
}

/** So that a step is undone before those that it depended on. */
function laterFirst(some: readonly RunStep[], all: readonly RunStep[]): readonly RunStep[] {
  const byId = new Map(all.map((step) => [step.id, step]));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const depth = 1 + Math.max(0, ...(byId.get(id)?.dependsOn ?? []).map(depthOf));
    depths.set(id, depth);
    return depth;
  };
  return some.toSorted((a, b) => depthOf(b.id) - depthOf(a.id));
}

/**
 * What is left of a task that ends without success: nobody is asked any more, nothing below it goes on, what was done is undone. A retry
 * begins all of that anew.
 */
export async function windUp(deps: TaskEngineDeps, run: TaskRun): Promise<void> {
  if (run.steps.some(({ status }) => givenUp.has(status))) {
    await deps.runs.cancelChildren(run.task.claim);
    await run.write(async (work) => {
      await giveUpAll(run, work, 'another step failed');
    });
  }
  await undoAll(deps, run);
}

/** Ends a task that was cancelled: what waits for people is taken back, what was done is undone. */
export async function finishCancel(deps: TaskEngineDeps, run: TaskRun): Promise<void> {
  await deps.runs.cancelChildren(run.task.claim);
  await undoAll(deps, run);
  await run.write(async (work) => {
    await giveUpAll(run, work, 'the task was cancelled');
    await work.task('finish_cancel');
  });
}

/** What is unknown stays so, until a person says what became of it. */
const givenUp: ReadonlySet<string> = new Set(['evaluating', 'awaiting_approval', 'permitted', 'executing']);

async function giveUpAll(run: TaskRun, work: TaskWork, why: string): Promise<void> {
  const steps = (await work.steps()).filter(({ status }) => givenUp.has(status));
  // Permits first: whoever begins by one holds it while waiting for the audit, which taking back an approval holds.
  const begun = await begunOf(work, steps);
  for (const step of steps) {
    if (step.status === 'awaiting_approval' && step.approvalId !== null)
      await work.stores.actions.withdraw(run.actor, step.approvalId, 'cancel');
    await work.step(step.id, { event: begun.has(step.id) ? 'lose' : 'skip', permit: null, dueInMs: null, detail: { why } });
  }
}

/** Which actions were begun; from now on none of the others can be. */
async function begunOf(work: TaskWork, steps: readonly RunStep[]): Promise<ReadonlySet<string>> {
  const begun = new Set<string>();
  for (const step of steps.filter(({ kind }) => kind === 'action')) if (await begunOrEnded(work, step)) begun.add(step.id);
  return begun;
}
