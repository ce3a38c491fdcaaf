import type { PlanFault } from '../plan/plan-fault.ts';
import type { Plan } from '../plan/plan-shape.ts';
import { memoryFaults } from './agent-memories.ts';
import { toolFaults } from './allowed-steps.ts';
import type { TaskAgent } from './task-agent.ts';

/** So many are told at once. */
const maxFaults = 20;

/** What keeps an agent from carrying a plan out; nothing: it may. Each step is looked at again when it is carried out. */
export function agentFaults(agent: TaskAgent | null, plan: Plan): readonly PlanFault[] {
  return agent === null ? [] : [...toolFaults(agent, plan), ...memoryFaults(agent, plan)].slice(0, maxFaults);
}
