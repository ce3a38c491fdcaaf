import { createAccessTokenText, createApiKeySecret, createSessionToken, hashSecret } from '@cairn/auth';
import type { CredentialRepository, SessionUser } from '@cairn/auth';
import { newId } from '@cairn/core';
import type { Plan, Principal } from '@cairn/core';

/** Credentials that live in memory, and how often they were asked for. */
export interface KeptCredentials {
  readonly repository: CredentialRepository;
  readonly lookUps: { count: number };
  /** Fails every look-up while it is set. */
  readonly outage: { error: Error | undefined };
  newKey(plan?: Plan): { readonly secret: string; readonly principal: Principal };
  /** An access token made out to `audience`. */
  newAccessToken(audience: string): { readonly secret: string; readonly principal: Principal };
  /** A session whose person is a member of one project. */
  newSession(): { readonly secret: string; readonly user: SessionUser; readonly projectId: string };
}

export function keptCredentials(): KeptCredentials {
  const keys = new Map<string, Principal>();
  const tokens = new Map<string, Principal>();
  const sessions = new Map<string, Principal>();
  const lookUps = { count: 0 };
  const outage: { error: Error | undefined } = { error: undefined };

  const ask = async <Value>(read: () => Value): Promise<Value> => {
    lookUps.count += 1;
    if (outage.error !== undefined) throw outage.error;
    return read();
  };

  const repository: CredentialRepository = {
    apiKey: (hash) => ask(() => keys.get(textOf(hash))),
    accessToken: (hash, audience) => ask(() => tokens.get(textOf(hash) + audience)),
    session: (hash, projectId) =>
      ask(() => {
        const principal = sessions.get(textOf(hash));
        return principal === undefined || principal.projectId === projectId ? principal : 'no_project';
      }),
    sessionUser: (hash) =>
      ask(() => {
        const principal = sessions.get(textOf(hash));
        return principal && { sessionId: principal.credentialId, userId: principal.userId };
      }),
  };

  return {
    repository,
    lookUps,
    outage,
    newKey: (plan = 'free') => {
      const { secret } = createApiKeySecret();
      const principal = newPrincipal('api_key', plan);
      keys.set(textOf(hashSecret(secret)), principal);
      return { secret, principal };
    },
    newAccessToken: (audience) => {
      const secret = createAccessTokenText();
      const principal = newPrincipal('oauth', 'free');
      tokens.set(textOf(hashSecret(secret)) + audience, principal);
      return { secret, principal };
    },
    newSession: () => {
      const { secret, hash } = createSessionToken();
      const principal = newPrincipal('session', 'free');
      sessions.set(textOf(hash), principal);
      return { secret, user: { sessionId: principal.credentialId, userId: principal.userId }, projectId: principal.projectId };
    },
  };
}

function newPrincipal(kind: Principal['kind'], plan: Plan): Principal {
  const credentialId = newId();
  const ids = { userId: newId(), projectId: newId(), workspaceId: newId() };
  return { kind, credentialId, ownerId: credentialId, ...ids, plan, role: 'owner' };
}

function textOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
