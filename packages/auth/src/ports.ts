import type { Actor, Principal } from '@cairn/core';

/** Finds who presents a credential. Input is always a hash; the secret itself never reaches a store. */
export interface CredentialRepository {
  /** Undefined for an unknown or revoked key. Notes the key as used, at most once a minute. */
  apiKey(secretHash: Uint8Array): Promise<Principal | undefined>;
  /**
   * The session's person in one project. Undefined when the session is unknown, ended or idle for 12 hours;
   * `no_project` when that person is no member of the project. Extends the session's life.
   */
  session(secretHash: Uint8Array, projectId: string): Promise<Principal | 'no_project' | undefined>;
  /**
   * The person who connected a client, in the project and with the role of today. Undefined for a token that is unknown, revoked,
   * or for another audience. Notes the connection as used, at most once a minute.
   */
  accessToken(secretHash: Uint8Array, audience: string): Promise<Principal | undefined>;
  /** The session's person without a project. */
  sessionUser(secretHash: Uint8Array): Promise<SessionUser | undefined>;
}

export interface SessionUser {
  readonly sessionId: string;
  readonly userId: string;
}

/** A signed-in person in one request; what a change of accounts and workspaces records in the audit. */
export interface PersonActor extends SessionUser {
  readonly requestId: string;
  readonly traceId?: string;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** What is stored of a key's secret: its hash and the parts that may be shown. */
export interface KeySecret {
  readonly hash: Uint8Array;
  readonly prefix: string;
  readonly last4: string;
}

/** The actor's own keys in the project; owners and admins list and revoke those of others too. */
export interface ApiKeyRepository {
  create(actor: Actor, name: string, secret: KeySecret): Promise<ApiKey>;
  /** Live keys, newest first, at most `limit` after the key `after`. */
  list(actor: Actor, page: { limit: number; after?: string | undefined }): Promise<readonly ApiKey[]>;
  /** Replaces the secret of an own key; id, name and rights stay. Undefined when there is no such live key. */
  rotate(actor: Actor, id: string, secret: KeySecret): Promise<ApiKey | undefined>;
  revoke(actor: Actor, id: string): Promise<boolean>;
}

/** First account, workspace, project and key; created once on an empty database. */
export interface Bootstrap {
  readonly email: string;
  readonly passwordVerifier: string;
  readonly key: KeySecret;
}

export interface BootstrapRepository {
  /** False when the database has an account already; then nothing is changed and `prepare` is not called. */
  bootstrap(prepare: () => Promise<Bootstrap>): Promise<boolean>;
}

/** Turns passwords into verifiers (Argon2id) and checks them. Passwords are compared after Unicode normalisation (NFC). */
export interface PasswordHasher {
  /** @throws RATE_LIMITED when too many passwords wait to be worked on. */
  hash(password: string): Promise<string>;
  /**
   * False for a wrong password. Without a verifier (no such account) it does the same work and answers false, so the time
   * taken tells nothing.
   * @throws RATE_LIMITED as `hash`.
   */
  verify(verifier: string | undefined, password: string): Promise<boolean>;
}
