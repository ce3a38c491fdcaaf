import type { MemoryScope } from '@cairn/core';

/** Tools of one agent, by the names of its definition. */
export interface AgentTools {
  /** Whose they are, for who is told that something is not among them. */
  readonly agent: string;
  readonly version: number;
  readonly names: readonly string[];
}

/** The agent that a task works as: its definition as it held when the task was submitted, whatever became of it since. */
export interface TaskAgent {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly instructions: string | null;
  /** Name of the model that it works with; null: the one that is configured. */
  readonly model: string | null;
  /** A step has to be in each of them; none: it may be any. There are several where an agent was called by another one. */
  readonly tools: readonly AgentTools[];
  readonly memoryScope: MemoryScope;
}

/** What an agent is once another one called it: itself, with no more tools than both have. One that is not defined works as its caller. */
export function calledBy(agent: TaskAgent | null, caller: TaskAgent | null): TaskAgent | null {
  if (caller === null) return agent;
  if (agent === null || isSame(agent, caller)) return caller;
  return { ...agent, tools: [...agent.tools, ...caller.tools] };
}

const isSame = (a: TaskAgent, b: TaskAgent): boolean => a.id === b.id && a.version === b.version;
