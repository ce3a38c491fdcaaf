import type { MemoryAgent } from '../api/memories.ts';

export interface NamedAgent {
  readonly id: string;
  readonly name: string;
}

/** Agents by name, each under one that tells it from the others: its id stands for a name that it has not, and beside one that others have. */
export function namedAgents(agents: readonly MemoryAgent[]): readonly NamedAgent[] {
  const nameOf = ({ id, name }: MemoryAgent): string => (name === null || name.trim() === '' ? id : name);
  const counts = new Map<string, number>();
  for (const agent of agents) counts.set(nameOf(agent), (counts.get(nameOf(agent)) ?? 0) + 1);
  return agents
    .map((agent) => {
      const name = nameOf(agent);
      return { id: agent.id, name: (counts.get(name) ?? 0) > 1 && name !== agent.id ? `${name} (${agent.id})` : name };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
