import { checkpointAction, routesOf } from '@cairn/governance';
import type { Action } from '@cairn/governance';
import { requireTool } from '../agents/allowed-steps.ts';
import { planBounds } from '../plan/plan-bounds.ts';
import { planSchema } from '../plan/plan.ts';
import { planWithProvenance, sourcesOf, withProvenance } from '../plan/provenance.ts';
import type { Origins } from '../plan/provenance.ts';
import { defaultTimeout } from '../plan/step-kinds.ts';
import type { FailureRoot, RunStep, TaskWork } from '../tasks/task-runs.ts';
import { beginAsked, stepRoutes } from './asked-steps.ts';
import { begunOrEnded } from './begun-actions.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { evaluateStep, inputHash, mayCarryOut, permitOrWait } from './govern.ts';
import { StepFault } from './step-fault.ts';
import type { TaskRun } from './task-run.ts';

const secondsOf = ({ kind, plan }: RunStep): number => plan.timeout_s ?? defaultTimeout[kind];

/** An approval by people, and nothing else. It holds no worker. */
export async function checkpoint(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  const input = await run.input('checkpoint', step.plan.input);
  const action = checkpointAction(`${step.id}${input.message === undefined ? '' : `: ${input.message.slice(0, 900)}`}`);
  // Whoever denies it denies this one, and not whatever else is stopped at with the same words.
  const governed = await evaluateStep(deps, run, { step, action, input, routes: { does: [], may: [] } });
  await run.write(async (work) => {
    if (!(await mayCarryOut(deps, run, work, { step, governed }))) return;
    await work.step(step.id, {
      event: 'succeed',
      attempts: step.attempts + 1,
      output: { approval_id: step.approvalId },
      error: null,
      dueInMs: null,
    });
  });
}

/** Something that the agent's side carries out: it gets a permit here and tells what came of it. */
export async function agentAction(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  if (step.status === 'permitted' || step.status === 'executing') return lookAtAction(run, step);
  const input = await run.input('action', step.plan.input);
  requireTool(run.agent, { kind: 'action', input });
  const action = withProvenance(input.action, step.plan.input, originsIn(run));
  const governed = await evaluateStep(deps, run, { step, action, input });
  await run.write(async (work) => {
    const stored = await permitOrWait(deps, run, work, { step, governed });
    if (stored?.permit === undefined) return;
    const permitMs = Date.parse(stored.permit.expiresAt) - Date.parse(stored.createdAt);
    await work.step(step.id, {
      event: 'permit',
      decisionId: stored.decisionId,
      actionDigest: stored.decision.actionDigest,
      permit: stored.permit.token,
      dueInMs: Math.min(Math.max(permitMs, 0), leftOf(step)),
      error: null,
      detail: { decision_id: stored.decisionId, permit_expires_at: stored.permit.expiresAt },
    });
  });
}

/** Milliseconds of the step's time that are left. */
const leftOf = (step: RunStep): number => Math.max(secondsOf(step) * 1000 - (step.ageMs ?? 0), 0);

/** Its time, or its permit's, is over, or its outcome was reported. */
async function lookAtAction(run: TaskRun, step: RunStep): Promise<void> {
  await run.write(async (work) => {
    const execution = await begunOrEnded(work, step);
    const attempts = step.attempts + 1;
    if (execution?.status === 'succeeded') {
      const output = { execution_id: execution.id, status: execution.status, exit_code: execution.exitCode };
      await work.step(step.id, { event: 'succeed', attempts, output, permit: null, error: null, dueInMs: null });
    } else if (execution?.status === 'failed') {
      const error = { code: 'reported_failure', message: 'it was reported as failed' };
      await work.step(step.id, { event: 'fail', attempts, error, permit: null, dueInMs: null });
    } else if (execution?.status === 'unknown' || (execution && leftOf(step) === 0)) {
      // It was begun, and nobody can tell whether it was done: a person has to say.
      await work.step(step.id, { event: 'lose', attempts, permit: null, dueInMs: null, detail: { execution_id: execution.id } });
    } else if (execution) {
      await work.event('step.still_executing', step.id, { execution_id: execution.id });
      await work.step(step.id, { event: 'start', permit: null, dueInMs: leftOf(step) });
    } else if (leftOf(step) === 0) {
      const error = { code: 'timed_out', message: `nobody carried it out within ${secondsOf(step)} seconds` };
      await work.step(step.id, { event: 'fail', attempts, error, permit: null, dueInMs: null });
    } else {
      await work.step(step.id, { event: 'retry', permit: null, dueInMs: null, detail: { why: 'the permit was not used in time' } });
    }
  });
}

const originsIn = (run: TaskRun): Origins => ({
  kindOf: (id) => run.steps.find((one) => one.id === id)?.kind,
  goal: run.task.sources,
  plan: run.task.planSources,
});

/** A task below this one. */
export async function subTask(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  if (step.childTaskId !== null && step.status === 'executing') return lookAtChild(run, step, step.childTaskId);
  const input = await run.input('task', step.plan.input);
  const plan = input.plan === undefined ? undefined : planSchema.safeParse(input.plan);
  if (plan?.success === false)
    throw new StepFault('invalid_plan', `the plan of the task is not valid: ${plan.error.issues[0]?.message ?? ''}`);
  if (plan === undefined && deps.chat === undefined)
    throw new StepFault('no_planner', 'no model is configured that could plan it; give the step a plan');
  if (run.task.depth >= planBounds.maxDepth) throw new StepFault('too_deep', `tasks go ${planBounds.maxDepth} deep at most`);
  const below = plan && planWithProvenance(plan.data, step.plan.input, originsIn(run));
  // What came to this task goes on to those below it: nothing tells apart what of it their goals were made of.
  const sources = [...new Set([...run.task.sources, ...sourcesOf(step.plan.input, originsIn(run))])];
  const agentId = input.agent_id ?? run.task.agentId;
  const begin = async (work: TaskWork): Promise<void> => {
    const child = await work.child({ goal: input.goal, agentId, plan: below, stepId: step.id, sources });
    if ('refusal' in child) throw new StepFault(child.refusal, child.message);
    return work.step(step.id, {
      event: 'start',
      attempts: step.attempts + 1,
      childTaskId: child.id,
      dueInMs: secondsOf(step) * 1000,
      detail: { task_id: child.id },
    });
  };
  // The same agent's work is decided step by step, and asked for as a whole where its plan says so.
  if (agentId === null || agentId === run.task.agentId) await beginAsked(deps, run, { step, input }, begin);
  else await callAgent(deps, run, { step, input, agentId }, begin);
}

/** Another agent is called: that is an action of its own. */
async function callAgent(
  deps: TaskEngineDeps,
  run: TaskRun,
  { step, input, agentId }: { readonly step: RunStep; readonly input: object; readonly agentId: string },
  begin: (work: TaskWork) => Promise<void>,
): Promise<void> {
  const action: Action = { kind: 'agent.invoke', agent_id: agentId, rights: [], depth: run.task.depth };
  const ways = [routesOf(action), stepRoutes(step.kind, input)];
  const routes = { does: ways.flatMap(({ does }) => does), may: ways.flatMap(({ may }) => may) };
  const governed = await evaluateStep(deps, run, { step, action, input, routes });
  await run.write(async (work) => {
    if (await mayCarryOut(deps, run, work, { step, governed })) await begin(work);
  });
}

async function lookAtChild(run: TaskRun, step: RunStep, childId: string): Promise<void> {
  await run.write(async (work) => {
    const child = await work.childStanding(childId);
    const output = { task_id: childId, status: child?.status ?? 'gone' };
    if (child?.status === 'completed') {
      await work.step(step.id, { event: 'succeed', output, error: null, dueInMs: null });
    } else {
      const status = child?.status ?? 'gone';
      const late = step.dueInMs !== undefined && step.dueInMs <= 0 && child !== undefined && !endedStatuses.has(status);
      const error = late
        ? { code: 'timed_out', message: 'the task below took too long' }
        : { code: 'child_failed', message: `the task below is ${status}${child?.root ? `: ${placeOf(child.root)}` : ''}` };
      await work.step(step.id, { event: 'fail', output, error, dueInMs: null });
    }
  });
}

const placeOf = ({ code, message, taskIds, stepId }: FailureRoot): string => {
  const place = `${code} at ${taskIds.join(' → ')}${stepId === undefined ? '' : `, step "${stepId}"`}`;
  return message === undefined ? place : `${place}: ${message}`;
};

const endedStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'rejected', 'expired', 'timed_out', 'gone']);

/** Until a time or an event. */
export async function wait(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  const input = await run.input('wait', step.plan.input);
  const attempts = step.attempts + 1;
  if (step.status === 'executing') return run.write((work) => (input.event === undefined ? over(work, step) : missed(work, step)));
  await beginAsked(deps, run, { step, input }, async (work) => {
    await work.decision({
      stepId: step.id,
      subject: 'step',
      outcome: 'allow',
      decisionId: null,
      detail: { kind: 'wait', input_hash: inputHash(input), reason: 'it only waits' },
    });
    // The event came before its wait began, perhaps after the steps were read.
    if (input.event !== undefined && (await hasCome(work, step))) return work.step(step.id, { event: 'succeed', attempts, dueInMs: null });
    const dueInMs = input.until === undefined ? (input.seconds ?? secondsOf(step)) * 1000 : await work.msUntil(input.until);
    return work.step(step.id, { event: 'start', attempts, dueInMs, detail: input.event === undefined ? {} : { event: input.event } });
  });
}

const hasCome = async (work: TaskWork, step: RunStep): Promise<boolean> =>
  step.hasOutput || (await work.steps()).some(({ id, hasOutput }) => id === step.id && hasOutput);

const over = (work: TaskWork, { id }: RunStep): Promise<void> =>
  work.step(id, { event: 'succeed', output: {}, error: null, dueInMs: null });

const missed = (work: TaskWork, step: RunStep): Promise<void> =>
  work.step(step.id, {
    event: 'fail',
    error: { code: 'timed_out', message: `the event did not come within ${secondsOf(step)} seconds` },
    dueInMs: null,
  });
