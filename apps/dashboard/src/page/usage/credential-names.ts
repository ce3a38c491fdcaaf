import type { CredentialKind } from '../api/usage.ts';

interface Credential {
  readonly credential_id: string;
  readonly credential_kind: CredentialKind;
}

/** What a credential is called. */
export type NameOf = (credential: Credential) => string;

const unnamed = { api_key: 'API key', oauth: 'App', session: 'Sign-in' } as const;

/** By names that are known; one without is told by the end of its id: those of one minute begin alike. */
export function namesIn(known: readonly (readonly [id: string, name: string])[]): NameOf {
  const names = new Map(known);
  return ({ credential_id: id, credential_kind: kind }) => names.get(id) ?? `${unnamed[kind]} ${id.slice(-8)}`;
}
