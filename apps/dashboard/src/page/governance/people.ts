import { useMemo } from 'react';
import type { Membership } from '../api/people.ts';
import { useList } from '../data/list.ts';

interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

/** What people of a workspace are called, by their id. Who has left is not among them. */
export function usePeople(workspace: Membership): ReadonlyMap<string, string> {
  const { items } = useList<Named>(`/v1/workspaces/${workspace.id}/members?limit=200`);
  return useMemo(() => new Map(items?.map(({ id, name, email }) => [id, name ?? email])), [items]);
}
