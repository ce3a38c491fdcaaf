import { useMemo } from 'react';
import { deviceWords } from '../account/device-words.ts';
import { readConnections } from '../api/keys.ts';
import { readSessions } from '../api/sessions.ts';
import type { SignedInSession } from '../api/sessions.ts';
import type { CredentialUsage } from '../api/usage.ts';
import { useResource } from '../data/resource.ts';
import { exactWords } from '../ui/time.tsx';
import { namesIn } from './credential-names.ts';
import type { NameOf } from './credential-names.ts';

/** Names of credentials that the person may know: of keys, those that are revoked too, and of their own apps and sign-ins. */
export function useCredentialNames(credentials: readonly CredentialUsage[] | undefined): NameOf {
  const { value: connections } = useResource('connections', readConnections);
  const { value: sessions } = useResource('sessions', readSessions);
  return useMemo(
    () =>
      namesIn([
        ...(connections ?? []).map(({ token_id: id, client }) => [id, client.name] as const),
        ...(sessions ?? []).map((session) => [session.id, sessionWords(session)] as const),
        ...(credentials ?? []).flatMap(({ credential_id: id, name }) => (name === null ? [] : [[id, name] as const])),
      ]),
    [credentials, connections, sessions],
  );
}

/** As the account page tells it, with the time by which two of the same browser are told apart. */
const sessionWords = ({ user_agent: browser, is_current: isThis, created_at: since }: SignedInSession): string =>
  `${deviceWords(browser)}, since ${exactWords(since)}${isThis ? ' (this one)' : ''}`;
