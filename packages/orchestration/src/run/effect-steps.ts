import { CairnError, requireUnchangedMemory } from '@cairn/core';
import type { MemoryState } from '@cairn/core';
import { requireOwnMemory, savedBy } from '../agents/agent-memories.ts';
import { requireTool } from '../agents/allowed-steps.ts';
import { isEffect } from '../plan/step-kinds.ts';
import type { EffectKind } from '../plan/step-kinds.ts';
import type { RunStep, TaskWork } from '../tasks/task-runs.ts';
import { actionOf, doEffect } from './effects.ts';
import type { Effect } from './effects.ts';
import type { TaskEngineDeps } from './engine-deps.ts';
import { evaluateStep, isPlainlyAllowed, mayCarryOut, mayUndo } from './govern.ts';
import type { Governed } from './govern.ts';
import { faultOf } from './step-fault.ts';
import type { TaskRun } from './task-run.ts';

/** A step that writes: decision, effect and completion are one transaction, so that it happens once whatever dies when. */
export async function carryOutEffect(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  if (!isEffect(step.kind)) throw new Error(`${step.kind} is no effect`);
  const effect = await effectOf(run, step.kind, step.plan.input);
  const evaluated = (held?: Held) => evaluateStep(deps, run, { step, action: actionOf(effect, held?.state), input: effect.input });
  const done = (governed: Governed, held?: Held) =>
    run.write(async (work) => {
      await requireInScope(run, work, effect);
      if (!(await mayCarryOut(deps, run, work, { step, governed }))) return;
      await requireUnchanged(run, work, held);
      await complete(run, work, { step, effect });
    });
  if (effect.kind === 'memory.update') {
    // What is overwritten is looked up for people to know it: what the rules allow whatever that is takes no longer for it.
    const governed = await evaluated();
    if (isPlainlyAllowed(governed)) return done(governed);
  }
  await asItIs(run, changedBy(effect), async (held) => done(await evaluated(held), held));
}

/** What a memory said when it was decided on. */
interface Held {
  readonly id: string;
  readonly state: MemoryState | undefined;
}

/** What an effect would change or delete says something else than what was decided on. */
class Changed extends Error {}

/** The memory that an effect changes or deletes. */
const changedBy = (effect: Effect): string | undefined => (effect.kind === 'memory.save' ? undefined : effect.input.memory_id);

/** Decides and does by what is there of a memory, and by what is there then as often as that changes meanwhile. */
async function asItIs<Result>(run: TaskRun, id: string | undefined, work: (held: Held | undefined) => Promise<Result>): Promise<Result> {
  if (id === undefined) return work(undefined);
  const state = await run.write(({ stores }) => stores.memories.state(run.actor, id));
  try {
    return await work({ id, state });
  } catch (error) {
    if (error instanceof Changed) return asItIs(run, id, work);
    throw error;
  }
}

/** Holds a memory as it was decided on; what throws undoes the transaction, and what it spent. */
async function requireUnchanged({ actor }: TaskRun, { stores }: TaskWork, held: Held | undefined): Promise<void> {
  if (held === undefined) return;
  try {
    await requireUnchangedMemory(stores, actor, held.id, held.state);
  } catch (error) {
    throw error instanceof CairnError && error.code === 'CONFLICT' ? new Changed() : error;
  }
}

async function complete(
  run: TaskRun,
  work: TaskWork,
  { step, effect }: { readonly step: RunStep; readonly effect: Effect },
): Promise<void> {
  const attempts = step.attempts + 1;
  try {
    const output = await doEffect(work.stores, run.actor, effect);
    await work.step(step.id, { event: 'succeed', attempts, output, error: null, dueInMs: null });
  } catch (error) {
    // A refusal of the store is in the audit of this transaction; nothing else was written.
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    const { code, message } = fault;
    await work.step(step.id, { event: 'fail', attempts, error: { code, message }, dueInMs: null });
  }
}

/** Undoes a step by what its plan gives for that; false: it could not be undone. */
export async function undo(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<boolean> {
  const { compensate } = step.plan;
  if (compensate === undefined) return true;
  try {
    requireTool(run.agent, compensate);
    const effect = await effectOf(run, compensate.kind, compensate.input);
    // It waits for nobody: only what goes for good is held to what was decided on.
    return await asItIs(run, effect.kind === 'memory.delete' ? effect.input.memory_id : undefined, async (held) => {
      const governed = await evaluateStep(deps, run, {
        step: { ...step, plan: { ...step.plan, needs_approval: false } },
        action: actionOf(effect, held?.state),
        input: effect.input,
      });
      return run.write(async (work) => {
        await requireInScope(run, work, effect);
        if (!(await mayUndo(deps, run, work, { step, governed }))) {
          await work.event('step.not_compensated', step.id, { code: 'policy_denied' });
          return false;
        }
        await requireUnchanged(run, work, held);
        await doEffect(work.stores, run.actor, effect);
        await work.step(step.id, { event: 'compensate' });
        return true;
      });
    });
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    return notUndone(run, step, fault.code);
  }
}

/** @throws StepFault for a memory that is not the agent's to change. */
async function requireInScope({ actor, agent }: TaskRun, { stores }: TaskWork, { kind, input }: Effect): Promise<void> {
  if (agent === null || kind === 'memory.save') return;
  requireOwnMemory(agent, await stores.memories.get(actor, input.memory_id));
}

async function notUndone(run: TaskRun, step: RunStep, code: string): Promise<false> {
  await run.write((work) => work.event('step.not_compensated', step.id, { code }));
  return false;
}

async function effectOf(run: TaskRun, kind: EffectKind, given: Readonly<Record<string, unknown>> | undefined): Promise<Effect> {
  if (kind === 'memory.save') return { kind, input: savedBy(run.agent, await run.input(kind, given)) };
  if (kind === 'memory.update') return { kind, input: await run.input(kind, given) };
  return { kind, input: await run.input(kind, given) };
}
