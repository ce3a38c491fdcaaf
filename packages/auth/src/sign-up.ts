import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '@cairn/core';
import type { AccountRepository } from './account-ports.ts';
import { addressBucket } from './address-bucket.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting, AttemptLimit } from './attempt-limiter.ts';
import { invitationHash } from './invitation-token.ts';
import { invitationError } from './invitation-refusals.ts';
import { refuseBadPassword } from './password-rules.ts';
import type { PasswordHasher } from './ports.ts';
import { secretDigest } from './secret-hash.ts';

/** Whether anyone may make an account, or only who was invited. */
export type SignUpMode = 'open' | 'closed';

export interface SignUpRequest {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  /** The secret of an invitation. */
  readonly invitation?: string | undefined;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
  readonly requestId: string;
}

export interface SignUpLimits {
  /** Attempts for one e-mail address, whether it has an account or not. */
  readonly perAccount: AttemptLimit;
  /** Attempts from one socket address; each that succeeds is an account. */
  readonly perAddress: AttemptLimit;
}

const defaultLimits: SignUpLimits = {
  perAccount: { attempts: 5, windowSeconds: 3600 },
  perAddress: { attempts: 30, windowSeconds: 3600 },
};

export interface SignUpOptions {
  readonly accounts: Pick<AccountRepository, 'signUp'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly mode: SignUpMode;
  readonly limits?: SignUpLimits | undefined;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Resolves alike, and after the same time, whether it made the account or found the e-mail taken.
 * @throws FORBIDDEN when sign-up is closed, or the invitation is of another e-mail; NOT_FOUND for an invitation that does not
 * serve; INVALID_ARGUMENT for a password that cannot be chosen; RATE_LIMITED.
 */
export type SignUp = (request: SignUpRequest) => Promise<void>;

/** Milliseconds that storing is given. An account with its workspace takes a few, a taken e-mail one; the rest is waited for. */
const storingMs = 250;

/** Makes accounts. */
export function createSignUp({
  accounts,
  passwords,
  mode,
  limits = defaultLimits,
  attempts = countedHere(),
  wait = sleep,
}: SignUpOptions): SignUp {
  const perAccount = attempts('sign-up:account', limits.perAccount);
  const perAddress = attempts('sign-up:address', limits.perAddress);

  return async ({ email, password, name, invitation, address, requestId }) => {
    if (mode === 'closed' && invitation === undefined) throw closed();
    refuseBadPassword(password, { email, path: 'password' });
    await takeOrRefuse(perAddress, addressBucket(address), tooMany);
    await takeOrRefuse(perAccount, secretDigest(email.toLowerCase()), tooMany);
    const invitationHashed = invitation === undefined ? undefined : invitationHash(invitation);
    if (invitation !== undefined && invitationHashed === undefined) throw invitationError('no_invitation');
    const passwordVerifier = await passwords.hash(password);
    const account = { email, name, passwordVerifier, invitation: invitationHashed, requestId };
    const [outcome] = await Promise.all([accounts.signUp(account), wait(storingMs)]);
    if (outcome !== 'done' && outcome !== 'taken') throw invitationError(outcome);
  };
}

const tooMany = 'too many sign-ups; wait for Retry-After seconds';

const closed = () =>
  new CairnError('FORBIDDEN', { message: 'sign-up is closed on this server; ask an owner or admin of a workspace for an invitation' });
