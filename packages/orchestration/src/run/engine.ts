import { ClaimLost } from '../tasks/task-runs.ts';
import type { ClaimedTask } from '../tasks/task-runs.ts';
import { endPermits } from './begun-actions.ts';
import { carryOut } from './carry-out.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { outlookOf } from './outlook.ts';
import { makePlan } from '../planner/make-plan.ts';
import { finishCancel, settle, windUp } from './settle.ts';
import { TaskRun } from './task-run.ts';

/** How the worker holds the job by which it heard of a task. */
export interface TaskHold {
  /** Aborted when the worker has to let go. */
  readonly signal: AbortSignal;
  /** The time limit begins anew. */
  readonly goesOn: () => void;
}

/** Takes a task as far as it goes now: until it waits for somebody, is over, or is to stop. */
export type TaskEngine = (projectId: string, taskId: string, hold: TaskHold) => Promise<void>;

const beatMs = 3000;
/** Claims in a row in which nothing was done: whoever works on it keeps dying. */
const maxIdleClaims = 8;

export function createTaskEngine(deps: TaskEngineDeps): TaskEngine {
  return async (projectId, taskId, hold) => {
    const task = await deps.runs.claim(projectId, taskId);
    if (task === undefined) return;
    const stop = new AbortController();
    const signal = AbortSignal.any([hold.signal, stop.signal]);
    try {
      await work(deps, task, { signal, goesOn: hold.goesOn, stop });
    } catch (error) {
      if (error instanceof ClaimLost) return;
      await release(deps, task);
      throw error;
    }
  };
}

interface Hold extends TaskHold {
  /** Ends what this run has under way. */
  readonly stop: AbortController;
}

async function work(deps: TaskEngineDeps, task: ClaimedTask, hold: Hold): Promise<void> {
  const { actor, agent } = task;
  if (actor === undefined || agent === 'gone' || task.idleClaims > maxIdleClaims) return giveUp(deps, task);
  const run = new TaskRun(task, { actor, agent, runs: deps.runs, signal: hold.signal });
  const heart = beating(run, hold);
  try {
    if (task.status === 'planning') await makePlan(deps, run);
    else if (task.status === 'cancelling') await finishCancel(deps, run);
    else await goThrough(deps, run, hold);
  } finally {
    await heart.end();
  }
}

/** Keeps the lease, and hears of a pause or an end. */
function beating(run: TaskRun, { stop, goesOn }: Hold): { end(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = run.beat().then(
      () => {
        goesOn();
        if (run.control.status === 'cancelling') stop.abort();
      },
      (error: unknown) => {
        // A store that is away for a moment is asked again; the lease says when it is too late.
        if (error instanceof ClaimLost) stop.abort(error);
      },
    );
  }, beatMs);
  return {
    async end() {
      clearInterval(timer);
      await last;
    },
  };
}

/** Carries out what may be carried out, in bounds, until there is nothing left to do. */
async function goThrough(deps: TaskEngineDeps, run: TaskRun, { signal }: Hold): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for (;;) {
    if (failures.length > 0 || isToStop(run) || signal.aborted) {
      await Promise.all(underWay.values());
      if (failures.length > 0) throw failures[0];
      return letGo(deps, run);
    }
    const outlook = outlookOf(run.steps, { parallelism: run.task.parallelism, underWay: new Set(underWay.keys()) });
    if (outlook.kind === 'over' && outlook.status !== 'completed') await windUp(deps, run);
    if (outlook.kind !== 'work') {
      if (await settle(run)) return;
      await run.refresh();
      continue;
    }
    for (const step of outlook.steps) {
      const done = carryOut(deps, run, step)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(step.id));
      underWay.set(step.id, done);
    }
    await Promise.race(underWay.values());
  }
}

const isToStop = ({ control }: TaskRun): boolean => control.isPausing || control.status === 'cancelling';

/** At the border of a step: paused, cancelled, or handed to another worker. */
async function letGo(deps: TaskEngineDeps, run: TaskRun): Promise<void> {
  // A step that was under way may have started a task since.
  if (run.control.isPausing) await deps.runs.pauseChildren(run.task.claim);
  const next = await run.write(async ({ control, task }) => {
    if (control.status === 'cancelling') return 'cancel';
    if (control.isPausing) {
      await task('pause');
      return 'paused';
    }
    return 'release';
  });
  if (next === 'cancel') await finishCancel(deps, run);
  else if (next === 'release') await deps.runs.release(run.task.claim);
}

async function giveUp(deps: TaskEngineDeps, { claim, actor, agent, status }: ClaimedTask): Promise<void> {
  await deps.runs.write(claim, async (left) => {
    const { task } = left;
    await endPermits(left);
    if (status === 'cancelling') return task('finish_cancel');
    if (actor === undefined) return task('end_rejected', { error: rightsLost });
    if (agent === 'gone') return task('end_rejected', { error: agentGone });
    return task('end_failed', { error: interrupted });
  });
}

const rightsLost = { code: 'rights_lost', message: 'the credential that submitted it was revoked, or its person is no member any more' };
const agentGone = { code: 'agent_gone', message: 'the version of its agent that it was submitted for is not kept any more' };
const interrupted = { code: 'interrupted', message: 'the worker ended each time that it worked on this task' };

async function release(deps: TaskEngineDeps, { claim }: ClaimedTask): Promise<void> {
  try {
    await deps.runs.release(claim);
  } catch (error) {
    // Its lease ends by itself.
    if (!(error instanceof ClaimLost)) deps.log.warn({ taskId: claim.taskId, err: error }, 'a task could not be given back');
  }
}
