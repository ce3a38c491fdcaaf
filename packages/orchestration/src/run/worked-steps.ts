import { defaultTimeout } from '../plan/step-kinds.ts';
import type { RunStep } from '../tasks/task-runs.ts';
import type { StepInput } from '../plan/step-inputs.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { beginAsked } from './asked-steps.ts';
import { inputHash } from './govern.ts';
import { generate } from './generate.ts';
import { StepFault } from './step-fault.ts';
import { boundedOutput, type TaskRun } from './task-run.ts';

/** Kinds whose start is written down: they take long enough that somebody watches. */
const watched: ReadonlySet<string> = new Set(['model.generate', 'knowledge.search']);

/** A step that reads or asks a model. It changes nothing, so one that was cut off is simply done again. */
export async function carryOutWork(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  const input = await run.input(step.kind, step.plan.input);
  const attempts = step.attempts + 1;
  if (step.status !== 'executing' && !(await started(deps, run, { step, input, attempts }))) return;
  const seconds = step.plan.timeout_s ?? defaultTimeout[step.kind];
  const timeout = AbortSignal.timeout(seconds * 1000);
  const output = boundedOutput(
    await inTime(timeout, seconds, () => doWork(deps, run, { step, input, signal: AbortSignal.any([run.signal, timeout]) })),
  );
  await run.write(async (work) => {
    await work.decision({
      stepId: step.id,
      subject: 'step',
      outcome: 'allow',
      decisionId: null,
      detail: { kind: step.kind, input_hash: inputHash(input), reason: 'it only reads' },
    });
    await work.step(step.id, { event: 'succeed', attempts, output, error: null, dueInMs: null });
  });
}

/** Whether it may be worked on now. */
async function started(
  deps: TaskEngineDeps,
  run: TaskRun,
  { step, input, attempts }: { readonly step: RunStep; readonly input: object; readonly attempts: number },
): Promise<boolean> {
  if (step.plan.needs_approval !== true && !watched.has(step.kind) && !run.control.hasDenials) return true;
  return beginAsked(deps, run, { step, input }, (work) => work.step(step.id, { event: 'start', attempts, dueInMs: null }));
}

async function inTime<Result>(timeout: AbortSignal, seconds: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (timeout.aborted) throw new StepFault('timed_out', `it took longer than ${seconds} seconds`, true);
    throw error;
  }
}

interface Working {
  readonly step: RunStep;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

function doWork(deps: TaskEngineDeps, { actor, agent }: TaskRun, { step, input, signal }: Working): Promise<object> {
  // `input` was read by the schema of this very kind.
  /* oxlint-disable typescript/no-unsafe-type-assertion -- see above */
  if (step.kind === 'memory.search')
    return deps.searchMemories(actor, { ...(input as StepInput<'memory.search'>), readableBy: agent?.id }, signal);
  if (step.kind === 'knowledge.search') return deps.searchKnowledge(actor, input as StepInput<'knowledge.search'>, signal);
  return generate(deps.chat, input as StepInput<'model.generate'>, { agent, signal });
  /* oxlint-enable typescript/no-unsafe-type-assertion */
}
