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
import { evaluateStep, mayCarryOut, mayUndo } from './govern.ts';
import { faultOf } from './step-fault.ts';
import type { TaskRun } from './task-run.ts';

/** A step that writes: decision, effect and completion are one transaction, so that it happens once whatever dies when. */
export async function carryOutEffect(deps: TaskEngineDeps, run: TaskRun, step: RunStep): Promise<void> {
  if (!isEffect(step.kind)) throw new Error(`${step.kind} is no effect`);
  const effect = await effectOf(run, step.kind, step.plan.input);
  await asItIs(run, effect, async (state) => {
    const governed = await evaluateStep(deps, run, { step, action: actionOf(effect, state), input: effect.input });
    await run.write(async (work) => {
      await requireInScope(run, work, effect);
      if (!(await mayCarryOut(deps, run, work, { step, governed }))) return;
      await requireUnchanged(run, work, { effect, state });
      await complete(run, work, { step, effect });
    });
  });
}

/** What a deletion would delete says something else than what was decided on. */
class Changed extends Error {}

/** Decides and does by what is there of the memory that an effect deletes, and by what is there then as often as that changes meanwhile. */
async function asItIs<Result>(run: TaskRun, effect: Effect, work: (state: MemoryState | undefined) => Promise<Result>): Promise<Result> {
  if (effect.kind !== 'memory.delete') return work(undefined);
  const { memory_id: id } = effect.input;
  const state = await run.write(({ stores }) => stores.memories.state(run.actor, id));
  try {
    return await work(state);
  } catch (error) {
    if (error instanceof Changed) return asItIs(run, effect, work);
    throw error;
  }
}

/** Holds what is deleted as it was decided on; what throws undoes the transaction, and what it spent. */
async function requireUnchanged(
  { actor }: TaskRun,
  { stores }: TaskWork,
  { effect, state }: { readonly effect: Effect; readonly state: MemoryState | undefined },
): Promise<void> {
  if (effect.kind !== 'memory.delete') return;
  try {
    await requireUnchangedMemory(stores, actor, effect.input.memory_id, state);
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
    return await asItIs(run, effect, async (state) => {
      const governed = await evaluateStep(deps, run, {
        step: { ...step, plan: { ...step.plan, needs_approval: false } },
        action: actionOf(effect, state),
        input: effect.input,
      });
      return run.write(async (work) => {
        await requireInScope(run, work, effect);
        if (!(await mayUndo(deps, run, work, { step, governed }))) {
          await work.event('step.not_compensated', step.id, { code: 'policy_denied' });
          return false;
        }
        await requireUnchanged(run, work, { effect, state });
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
