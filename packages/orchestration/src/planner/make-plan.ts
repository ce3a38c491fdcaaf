import type { ChatModel } from '@cairn/core';
import { agentFaults } from '../agents/agent-faults.ts';
import { allowedKinds } from '../agents/allowed-steps.ts';
import { instructed } from '../agents/instructions.ts';
import { unplannedFaults } from '../plan/nesting.ts';
import { planBounds } from '../plan/plan-bounds.ts';
import { planSchema } from '../plan/plan.ts';
import type { Plan } from '../plan/plan-shape.ts';
import { inputHash } from '../run/govern.ts';
import type { TaskEngineDeps } from '../run/engine-deps.ts';
import { faultOf, StepFault } from '../run/step-fault.ts';
import type { TaskRun } from '../run/task-run.ts';
import { plannerPrompt, plannerSchema, plannerSystem } from './instructions.ts';

/** Times that the model is asked; each answer that is no plan is told to it once. */
const maxAsks = 3;
/** Of one answer; with the asks the bound of what a plan costs. */
const maxOutputTokens = 4096;
/** Of one answer, that the model is told. */
const maxFaults = 10;

/** Has the model plan the goal, and puts what it planned in use once it holds. */
export async function makePlan(deps: TaskEngineDeps, run: TaskRun): Promise<void> {
  const { chat } = deps;
  try {
    if (chat === undefined) throw new StepFault('no_planner', 'no model is configured that could plan it; submit the task with a plan');
    const system = instructed(run.agent, plannerSystem(allowedKinds(run.agent)));
    const model = run.agent?.model ?? undefined;
    const plan = await ask(chat, run, { system, model });
    await run.write(async (work) => {
      await work.plan(plan, { model: model ?? chat.modelId, inputHash: inputHash({ goal: run.task.goal, system }) });
      await work.task('plan_ready');
      if (work.runsWhenPlanned) await work.task('execute');
    });
  } catch (error) {
    const fault = run.signal.aborted ? undefined : faultOf(error);
    if (fault === undefined) throw error;
    const { code, message } = fault;
    await run.write((work) => work.task('end_failed', { error: { code, message } }));
  }
}

interface Asked {
  readonly system: string;
  readonly model: string | undefined;
}

async function ask(chat: ChatModel, run: TaskRun, { system, model }: Asked): Promise<Plan> {
  let faults: readonly string[] = [];
  for (let asks = 1; asks <= maxAsks; asks += 1) {
    const prompt = plannerPrompt(run.task.goal, faults);
    const reply = await chat.complete({ system, prompt, maxOutputTokens, model, schema: plannerSchema }, run.signal);
    const read = planOf(reply.text, run);
    await run.write((work) =>
      work.event('planner.asked', undefined, {
        ask: asks,
        model: model ?? chat.modelId,
        input_tokens: reply.usage.inputTokens ?? null,
        output_tokens: reply.usage.outputTokens ?? null,
        outcome: read.plan ? 'plan' : 'refused',
      }),
    );
    if (read.plan) return read.plan;
    faults = reply.finish === 'length' ? ['it was cut off: make a shorter plan', ...read.faults] : read.faults;
  }
  throw new StepFault('planning_failed', `the model gave no plan that holds in ${maxAsks} answers: ${faults[0] ?? 'it gave none'}`);
}

type Read = { readonly plan: Plan } | { readonly plan: undefined; readonly faults: readonly string[] };

function planOf(text: string, { agent, task: { depth } }: TaskRun): Read {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1] ?? text;
  let given: unknown;
  try {
    given = JSON.parse(fenced, (_, value: unknown) => (value === null ? undefined : value));
  } catch {
    return { plan: undefined, faults: ['it is no JSON'] };
  }
  const read = planSchema.safeParse(given);
  if (!read.success)
    return { plan: undefined, faults: read.error.issues.slice(0, maxFaults).map(({ path, message }) => `${path.join('.')}: ${message}`) };
  if (read.data.steps.length > planBounds.maxPlannedSteps)
    return { plan: undefined, faults: [`it has more than ${planBounds.maxPlannedSteps} steps`] };
  const faults = [...agentFaults(agent, read.data), ...(depth > 1 ? unplannedFaults(read.data) : [])].slice(0, maxFaults);
  if (faults.length > 0) return { plan: undefined, faults: faults.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  return { plan: read.data };
}
