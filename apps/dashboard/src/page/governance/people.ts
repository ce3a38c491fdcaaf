import { useEffect, useMemo, useRef } from 'react';
import type { Membership } from '../api/people.ts';
import { useList } from '../data/list.ts';

interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

/**
 * What people of a workspace are called, by their id. Who has left is not among them. When one of `spokenOf` is not known, who may have
 * joined since, they are read again, once for each.
 */
export function usePeople(workspace: Membership, spokenOf: readonly string[] = []): ReadonlyMap<string, string> {
  const { items, reload } = useList<Named>(`/v1/workspaces/${workspace.id}/members?limit=200`);
  const people = useMemo(() => new Map(items?.map(({ id, name, email }) => [id, name ?? email])), [items]);
  const soughtBefore = useRef(new Set<string>());
  const unknown = items && spokenOf.filter((id) => !people.has(id) && !soughtBefore.current.has(id)).join(' ');
  useEffect(() => {
    if (!unknown) return;
    for (const id of unknown.split(' ')) soughtBefore.current.add(id);
    void reload();
  }, [unknown, reload]);
  return people;
}
