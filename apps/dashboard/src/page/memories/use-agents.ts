import { useEffect, useMemo } from 'react';
import { memoryAgentsPath } from '../api/memories.ts';
import type { MemoryAgent } from '../api/memories.ts';
import { useList } from '../data/list.ts';
import { namedAgents } from './named-agents.ts';
import type { NamedAgent } from './named-agents.ts';

/** More than these nobody looks through in a list of choices. */
const mostAgents = 1_000;

/** Every agent that the person has memories of in the project, by name. */
export function useAgents(project: string): { readonly agents: readonly NamedAgent[]; readonly reload: () => Promise<void> } {
  const { items, hasMore, isLoadingMore, fault, loadMore, reload } = useList<MemoryAgent>(memoryAgentsPath, project);
  useEffect(() => {
    if (hasMore && !isLoadingMore && fault === undefined && (items?.length ?? 0) < mostAgents) void loadMore();
  }, [hasMore, isLoadingMore, fault, items, loadMore]);
  return { agents: useMemo(() => namedAgents(items ?? []), [items]), reload };
}
