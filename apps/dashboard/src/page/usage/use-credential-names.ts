import { useEffect, useMemo } from 'react';
import { keysPath, readConnections } from '../api/keys.ts';
import type { ApiKey } from '../api/keys.ts';
import { may } from '../app/me.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { useList } from '../data/list.ts';
import { useResource } from '../data/resource.ts';
import { namesIn } from './credential-names.ts';
import type { NameOf } from './credential-names.ts';

/** As many as usage names credentials: ten pages. */
const mostKeys = 1_000;

/** Names of credentials that the person may see. Keys that are gone and other people's apps are without one. */
export function useCredentialNames({ project, workspace }: ProjectProps): NameOf {
  const list = useList<ApiKey>(may(workspace.role, 'manage_keys') ? keysPath : undefined, project.id);
  const { items: keys, hasMore, isLoadingMore, fault, loadMore } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && fault === undefined && (keys?.length ?? 0) < mostKeys) void loadMore();
  }, [hasMore, isLoadingMore, fault, keys, loadMore]);
  const { value: connections } = useResource('connections', readConnections);
  return useMemo(
    () =>
      namesIn([
        ...(keys ?? []).map(({ id, name }) => [id, name] as const),
        ...(connections ?? []).map(({ token_id: id, client }) => [id, client.name] as const),
      ]),
    [keys, connections],
  );
}
