import { setTimeout as sleep } from 'node:timers/promises';
import { isId, LeaseCache } from '@cairn/core';
import type { Clock, Principal } from '@cairn/core';
import { parseCredential } from './parse-credential.ts';
import type { CredentialRepository, SessionUser } from './ports.ts';
import { hashSecret, secretDigest } from './secret-hash.ts';

/** Why a credential gives no principal: nobody's, another project named beside a key, no project a session may work in. */
export type Refusal = 'unknown' | 'other_project' | 'no_project';

/**
 * Tells who a credential is. What it read is used for at most one lease after the query was sent, and a revocation waits one
 * lease (`settle`) before it is answered, so a request that arrives after that answer is refused by every process, without a
 * message between them.
 */
export interface Authenticator {
  /**
   * The principal when it is known without asking the store; undefined says nothing about the credential. `projectHeader` is the
   * value of X-Service-Project-ID.
   */
  cached(secret: string, projectHeader?: string): Principal | undefined;
  /**
   * Whether this process resolved the secret lately. It lets nobody in: it tells the secrets that are worth a query from
   * guesses when their sender's address failed too often.
   */
  recognises(secret: string, projectHeader?: string): boolean;
  /**
   * A key and an access token work in their own project, which the header may repeat; a session works in the project that the
   * header names.
   * Text that cannot be a credential is `unknown` without a query. A failing store rejects; it never lets anyone in.
   */
  resolve(secret: string, options: { readonly projectHeader?: string | undefined }): Promise<Principal | Refusal>;
  /** The person of a session token, without a project; `unknown` for every other credential. */
  resolveUser(secret: string): Promise<SessionUser | 'unknown'>;
  /**
   * Resolves once no request that arrives from then on, at any process, is let in on what was read before this call. Call it
   * after a revocation (key revoked or rotated, connection or session ended, project or membership removed) committed and before it is answered.
   */
  settle(): Promise<void>;
}

export interface AuthenticatorOptions {
  readonly credentials: CredentialRepository;
  /** Whom access tokens have to be made out to: the address of `/mcp`. Absent, none is known. */
  readonly audience?: string | undefined;
  /** Milliseconds; every process over one database must use the same. Default 250. */
  readonly leaseMs?: number;
  /** Credentials remembered at once, the oldest is forgotten first. Default 10,000. */
  readonly maxEntries?: number;
  readonly now?: Clock;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Clocks of different machines run apart by up to 500 ppm, far less than this over one lease. */
const marginMs = 2;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  return new LeasedAuthenticator(options);
}

class LeasedAuthenticator implements Authenticator {
  readonly #credentials: CredentialRepository;
  readonly #audience: string | undefined;
  readonly #leaseMs: number;
  readonly #now: Clock;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly #principals: LeaseCache<Principal, 'unknown' | 'no_project'>;
  readonly #users: LeaseCache<SessionUser, 'unknown'>;

  constructor(options: AuthenticatorOptions) {
    const { credentials, audience, leaseMs = 250, maxEntries = 10_000, now = () => performance.now(), wait = sleep } = options;
    this.#credentials = credentials;
    this.#audience = audience;
    this.#leaseMs = leaseMs;
    this.#now = now;
    this.#wait = wait;
    this.#principals = new LeaseCache({ leaseMs, now, maxEntries });
    this.#users = new LeaseCache({ leaseMs, now, maxEntries });
  }

  cached(secret: string, projectHeader?: string): Principal | undefined {
    const principal = this.#principals.peek(entryKey(secret, projectHeader));
    return principal !== undefined && isOwnProject(principal, projectHeader) ? principal : undefined;
  }

  recognises(secret: string, projectHeader?: string): boolean {
    return this.#principals.remembers(entryKey(secret, projectHeader)) || this.#users.remembers(secretDigest(secret));
  }

  resolve(secret: string, { projectHeader }: { readonly projectHeader?: string | undefined }): Promise<Principal | Refusal> {
    const shape = parseCredential(secret);
    if (shape === 'malformed') return Promise.resolve('unknown');
    if (shape === 'session') return this.#resolveSession(secret, projectHeader);
    return this.#resolveOwn(secret, projectHeader, shape === 'api_key' ? this.#keyHolder : this.#tokenHolder);
  }

  async resolveUser(secret: string): Promise<SessionUser | 'unknown'> {
    if (parseCredential(secret) !== 'session') return 'unknown';
    return this.#users.get(secretDigest(secret), async () => (await this.#credentials.sessionUser(hashSecret(secret))) ?? 'unknown');
  }

  async settle(): Promise<void> {
    this.#principals.endLeases();
    this.#users.endLeases();
    const end = this.#now() + this.#leaseMs + marginMs;
    // Timers may fire early by a fraction of a millisecond.
    for (let left = end - this.#now(); left > 0; left = end - this.#now()) await this.#wait(Math.ceil(left));
  }

  readonly #keyHolder: Holder = (secretHash) => this.#credentials.apiKey(secretHash);

  readonly #tokenHolder: Holder = async (secretHash) =>
    this.#audience === undefined ? undefined : this.#credentials.accessToken(secretHash, this.#audience);

  /** A credential that has a project of its own. */
  async #resolveOwn(secret: string, projectHeader: string | undefined, holderOf: Holder): Promise<Principal | Refusal> {
    const principal = await this.#principals.get(
      entryKey(secret, projectHeader),
      async () => (await holderOf(hashSecret(secret))) ?? 'unknown',
    );
    return typeof principal === 'string' || isOwnProject(principal, projectHeader) ? principal : 'other_project';
  }

  async #resolveSession(secret: string, projectHeader: string | undefined): Promise<Principal | Refusal> {
    if (projectHeader === undefined || !isId(projectHeader)) {
      return (await this.resolveUser(secret)) === 'unknown' ? 'unknown' : 'no_project';
    }
    const projectId = projectHeader.toLowerCase();
    return this.#principals.get(
      entryKey(secret, projectId),
      async () => (await this.#credentials.session(hashSecret(secret), projectId)) ?? 'unknown',
    );
  }
}

/** Who holds a credential, by its hash. */
type Holder = (secretHash: Uint8Array) => Promise<Principal | undefined>;

/** A session has one entry per project; a key or token has one, whatever project is named beside it. */
function entryKey(secret: string, projectHeader: string | undefined): string {
  const digest = secretDigest(secret);
  return projectHeader === undefined || parseCredential(secret) !== 'session' ? digest : digest + projectHeader.toLowerCase();
}

function isOwnProject(principal: Principal, projectHeader: string | undefined): boolean {
  return projectHeader === undefined || projectHeader.toLowerCase() === principal.projectId;
}
