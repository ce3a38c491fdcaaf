import type { ExecutionStanding, RunStep, TaskWork } from '../tasks/task-runs.ts';

/** What was begun by the permit of an action. Nothing was: then nothing can be from now on, since its permit is over. */
export async function begunOrEnded(work: TaskWork, { decisionId }: RunStep): Promise<ExecutionStanding | undefined> {
  if (decisionId === null) return undefined;
  const begun = await work.execution(decisionId);
  if (begun) return begun;
  await work.endPermit(decisionId);
  // Somebody may have begun between the two.
  return work.execution(decisionId);
}

/** The same of every action of a task that ends without being carried on. */
export async function endPermits(work: TaskWork): Promise<void> {
  for (const step of await work.steps()) if (step.status === 'permitted') await begunOrEnded(work, step);
}
