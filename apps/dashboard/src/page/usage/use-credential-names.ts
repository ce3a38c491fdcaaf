import { useMemo } from 'react';
import { readConnections } from '../api/keys.ts';
import type { CredentialUsage } from '../api/usage.ts';
import { useResource } from '../data/resource.ts';
import { namesIn } from './credential-names.ts';
import type { NameOf } from './credential-names.ts';

/** Names of credentials that the person may know: of keys, those that are revoked too, and of their own apps. */
export function useCredentialNames(credentials: readonly CredentialUsage[] | undefined): NameOf {
  const { value: connections } = useResource('connections', readConnections);
  return useMemo(
    () =>
      namesIn([
        ...(connections ?? []).map(({ token_id: id, client }) => [id, client.name] as const),
        ...(credentials ?? []).flatMap(({ credential_id: id, name }) => (name === null ? [] : [[id, name] as const])),
      ]),
    [credentials, connections],
  );
}
