import type { Memory } from '@cairn/core';
import { referencesIn } from '../plan/references.ts';
import type { PlanFault } from '../plan/plan-fault.ts';
import type { Plan } from '../plan/plan-shape.ts';
import type { StepInput } from '../plan/step-inputs.ts';
import { StepFault } from '../run/step-fault.ts';
import type { TaskAgent } from './task-agent.ts';

type Save = StepInput<'memory.save'>;

/**
 * A memory as the agent saves it: under its own id and name, and of its scope when nothing else is said.
 * @throws StepFault for one of another agent, or for every agent where its scope is its own.
 */
export function savedBy(agent: TaskAgent | null, save: Save): Save {
  if (agent === null) return save;
  const fault = saveFault(agent, save);
  if (fault !== undefined) throw new StepFault('memory_out_of_scope', fault.message);
  return { ...save, scope: save.scope ?? agent.memoryScope, agent_id: agent.id, agent_name: save.agent_name ?? agent.name };
}

/** @throws StepFault for a memory that is not the agent's to change: it changes its own, and with the system scope those of that scope. */
export function requireOwnMemory(agent: TaskAgent | null, memory: Memory | undefined): void {
  // What is not there is told by whoever looks for it to change it.
  if (agent === null || memory === undefined || memory.agentId === agent.id) return;
  if (agent.memoryScope === 'system' && (memory.scope === 'system' || memory.agentId === null)) return;
  throw new StepFault('memory_out_of_scope', `the memory is not agent "${agent.name}"'s; its memory_scope is "${agent.memoryScope}"`);
}

/** Saves of a plan that are outside of the agent's scope, as far as that is known before they are done. */
export function memoryFaults(agent: TaskAgent, { steps }: Plan): readonly PlanFault[] {
  return steps.flatMap(({ kind, input, compensate }, at) => [
    ...(kind === 'memory.save' ? faultsOf(agent, input, ['steps', at, 'input']) : []),
    ...(compensate?.kind === 'memory.save' ? faultsOf(agent, compensate.input, ['steps', at, 'compensate', 'input']) : []),
  ]);
}

function faultsOf(agent: TaskAgent, { scope, agent_id: agentId }: Readonly<Record<string, unknown>> = {}, path: PlanFault['path']) {
  const known = { scope: knownText(scope), agent_id: knownText(agentId) };
  const fault = saveFault(agent, known);
  return fault === undefined ? [] : [{ path: [...path, fault.member], message: fault.message }];
}

const knownText = (value: unknown): string | undefined =>
  typeof value === 'string' && referencesIn(value).length === 0 ? value : undefined;

interface Placed {
  readonly scope?: string | undefined;
  readonly agent_id?: string | undefined;
}

function saveFault(
  agent: TaskAgent,
  { scope, agent_id: agentId }: Placed,
): { readonly member: string; readonly message: string } | undefined {
  if (agentId !== undefined && agentId !== agent.id)
    return { member: 'agent_id', message: `names another agent than the one that the task is of, "${agent.name}"; leave it out` };
  if (scope === 'system' && agent.memoryScope !== 'system')
    return { member: 'scope', message: `is "system", and the memory_scope of agent "${agent.name}" is "agent": what it saves is its own` };
  return undefined;
}
