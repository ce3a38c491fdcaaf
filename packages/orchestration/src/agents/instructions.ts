import type { TaskAgent } from './task-agent.ts';

/** A system text for what the agent does: its instructions come before the rules of the moment, which therefore win. */
export const instructed = (agent: TaskAgent | null, system: string): string =>
  agent?.instructions ? `${agent.instructions}\n\n${system}` : system;
