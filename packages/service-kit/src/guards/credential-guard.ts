import { setTimeout as sleep } from 'node:timers/promises';
import { parseCredential } from '@cairn/auth';
import type { Authenticator, Refusal } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { CredentialKind, Principal } from '@cairn/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FailedAttempts } from '../limits/failed-attempts.ts';
import { setLimitHeaders } from '../limits/limit-headers.ts';
import { pathOf } from '../http/path.ts';
import { createChallenges } from './challenges.ts';
import type { Challenges } from './challenges.ts';
import type { Guard } from './guard.ts';
import { credentialOf, projectHeaderOf } from './presented.ts';

export interface CredentialOptions {
  /** Kinds that are let in; another is 401. */
  readonly kinds: readonly CredentialKind[];
  /** False lets a session come without naming a project: then `sessionUser` is set and `principal` stays null. Default true. */
  readonly project?: boolean;
}

export interface CredentialGuardOptions {
  readonly authenticator: Authenticator;
  readonly baseUrl: string;
  /** Whether 401 names the protected resource's metadata. Default false. */
  readonly resourceMetadata?: boolean;
  readonly failedAttempts?: FailedAttempts;
}

/** A request whose credential is being judged. */
interface Attempt {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly secret: string;
  /** Whether another credential came beside it: then a good one is refused too. */
  readonly isOneOfMany: boolean;
}

/** Tells who is calling. */
export class CredentialGuards {
  readonly #authenticator: Authenticator;
  readonly #challenges: Challenges;
  readonly #failedAttempts: FailedAttempts;

  constructor(options: CredentialGuardOptions) {
    this.#authenticator = options.authenticator;
    this.#challenges = createChallenges(options);
    this.#failedAttempts = options.failedAttempts ?? new FailedAttempts();
  }

  /** Lets the kinds in; a credential whose lease runs is resolved without a promise. */
  credential({ kinds, project = true }: CredentialOptions): Guard {
    const admits = new Set(kinds);
    return (request, reply, done) => {
      const attempt = this.#attemptOf(request, reply);
      if (attempt instanceof CairnError) {
        done(attempt);
        return;
      }
      const principal = this.#authenticator.cached(attempt.secret, projectHeaderOf(request));
      if (principal !== undefined) done(this.#admit(attempt, principal, admits));
      else if (!project && admits.has('session') && isSession(attempt.secret)) void settle(this.#resolveUser(attempt), done);
      else void settle(this.#resolve(attempt, admits), done);
    };
  }

  /** Lets sessions in, without a project. */
  readonly user: Guard = (request, reply, done) => {
    const attempt = this.#attemptOf(request, reply);
    if (attempt instanceof CairnError) done(attempt);
    else void settle(this.#resolveUser(attempt), done);
  };

  /** The credential that counts, or the error that its absence is. */
  #attemptOf(request: FastifyRequest, reply: FastifyReply): Attempt | CairnError {
    const presented = credentialOf(request);
    if (presented.kind === 'malformed') return this.#fail({ request, reply });
    if (presented.kind === 'none') return unauthorized(reply, this.#challenges.plain(pathOf(request.raw.url ?? '')));
    return { request, reply, secret: presented.secret, isOneOfMany: presented.kind === 'many' };
  }

  async #resolve(attempt: Attempt, admits: ReadonlySet<CredentialKind>): Promise<CairnError | undefined> {
    // Refused for what it is, before a project that it might lack.
    const isRefused = isSession(attempt.secret) && !admits.has('session');
    if (isRefused || !(await this.#hasTurn(attempt))) return this.#fail(attempt);
    const outcome = await this.#authenticator.resolve(attempt.secret, { projectHeader: projectHeaderOf(attempt.request) });
    return this.#admit(attempt, outcome, admits);
  }

  async #resolveUser(attempt: Attempt): Promise<CairnError | undefined> {
    if (!(await this.#hasTurn(attempt))) return this.#fail(attempt);
    const user = await this.#authenticator.resolveUser(attempt.secret);
    if (user === 'unknown') return this.#fail(attempt);
    if (attempt.isOneOfMany) return moreThanOne();
    attempt.request.sessionUser = user;
    return undefined;
  }

  #admit(attempt: Attempt, outcome: Principal | Refusal, admits: ReadonlySet<CredentialKind>): CairnError | undefined {
    if (outcome === 'unknown') return this.#fail(attempt);
    if (typeof outcome === 'string') return projectError(outcome, attempt.request);
    if (!admits.has(outcome.kind)) return outcome.kind === 'oauth' ? this.outOfScope(attempt) : this.#fail(attempt);
    if (attempt.isOneOfMany) return moreThanOne();
    attempt.request.principal = outcome;
    if (outcome.kind === 'session') attempt.request.sessionUser = { sessionId: outcome.credentialId, userId: outcome.userId };
    return undefined;
  }

  /** Counts the failure and gives what it is answered with. */
  #fail({ request, reply }: Pick<Attempt, 'request' | 'reply'>): CairnError {
    const retryAfter = this.#failedAttempts.add(addressOf(request));
    if (retryAfter === undefined) return unauthorized(reply, this.#challenges.invalidToken(pathOf(request.raw.url ?? '')));
    setLimitHeaders(reply, { max: this.#failedAttempts.maxFailures, remaining: 0, seconds: retryAfter });
    return new CairnError('RATE_LIMITED', { message: 'too many failed attempts from this address', retryAfter });
  }

  /** A connected app is known, and may not do what is a person's to do: 403 that says so in the protocol's words. */
  outOfScope({ request, reply }: Pick<Attempt, 'request' | 'reply'>): CairnError {
    reply.header('www-authenticate', this.#challenges.insufficientScope(pathOf(request.raw.url ?? '')));
    return new CairnError('FORBIDDEN', { message: 'a connected app may not do that; it is for a signed-in person' });
  }

  /** Whether the secret may be looked up; waits when the address failed too often and the secret is new to this process. */
  async #hasTurn({ request, secret }: Attempt): Promise<boolean> {
    const address = addressOf(request);
    if (!this.#failedAttempts.isOver(address) || this.#authenticator.recognises(secret, projectHeaderOf(request))) return true;
    const wait = this.#failedAttempts.waitForLookUp(address);
    if (wait === undefined) return false;
    if (wait > 0) await sleep(wait);
    return true;
  }
}

/** Hands what a guard decided later to Fastify. */
async function settle(decision: Promise<CairnError | undefined>, done: (error?: Error) => void): Promise<void> {
  done(await decision.catch((error: Error) => error));
}

function isSession(secret: string): boolean {
  return parseCredential(secret) === 'session';
}

/** The peer, or whom a trusted proxy names; a connection that is gone has none. */
function addressOf({ ip }: FastifyRequest): string {
  return ip || 'unknown';
}

function unauthorized(reply: FastifyReply, challenge: string): CairnError {
  reply.header('www-authenticate', challenge);
  return new CairnError('UNAUTHORIZED');
}

/** A good credential beside another one: which of them the caller means is not for us to guess (RFC 6750, section 3.1). */
function moreThanOne(): CairnError {
  return new CairnError('INVALID_ARGUMENT', { message: 'the request presents more than one credential; send one' });
}

function projectError(refusal: 'other_project' | 'no_project', request: FastifyRequest): CairnError {
  if (refusal === 'other_project') {
    return new CairnError('FORBIDDEN', { message: 'X-Service-Project-ID names another project than the credential; leave it out' });
  }
  if (projectHeaderOf(request) !== undefined) {
    return new CairnError('FORBIDDEN', { message: 'you are no member of the project that X-Service-Project-ID names' });
  }
  return new CairnError('INVALID_ARGUMENT', {
    message: 'name the project in the header X-Service-Project-ID',
    issues: [{ path: 'X-Service-Project-ID', message: 'is required with a session token' }],
  });
}
