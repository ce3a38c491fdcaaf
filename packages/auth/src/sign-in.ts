import { CairnError } from '@cairn/core';
import { addressBucket } from './address-bucket.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting, AttemptLimit } from './attempt-limiter.ts';
import type { AccountRepository, User } from './account-ports.ts';
import type { PasswordHasher } from './ports.ts';
import { secretDigest } from './secret-hash.ts';
import { createSessionToken } from './session-token.ts';

export interface SignInRequest {
  /** Compared without case. */
  readonly email: string;
  readonly password: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
  /** What the person's program calls itself, up to 256 characters. */
  readonly userAgent?: string | undefined;
}

export interface SignedIn {
  /** Shown once; only its hash is stored. */
  readonly sessionToken: string;
  readonly expiresAt: string;
  readonly user: User;
}

export interface SignInOptions {
  readonly accounts: Pick<AccountRepository, 'byEmail' | 'openSession'>;
  readonly passwords: PasswordHasher;
  readonly limits?: SignInLimits | undefined;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
}

export interface SignInLimits {
  /** Failed attempts on one account. */
  readonly perAccount: AttemptLimit;
  /** Failed attempts from one address. */
  readonly perAddress: AttemptLimit;
  /** Sessions that one account opens; each is a row until it ends. */
  readonly sessions: AttemptLimit;
}

const defaultSignInLimits: SignInLimits = {
  perAccount: { attempts: 10, windowSeconds: 900 },
  perAddress: { attempts: 50, windowSeconds: 900 },
  sessions: { attempts: 300, windowSeconds: 900 },
};

/** An account whose password was right, with the verifier that said so. */
interface Known {
  readonly user: User;
  readonly passwordVerifier: string;
}

/** @throws UNAUTHORIZED for a wrong password and an unknown account alike, RATE_LIMITED with seconds to wait. */
export type SignIn = (request: SignInRequest) => Promise<SignedIn>;

/**
 * Signs people in by e-mail and password. An unknown account costs the same work, counts the same and gets the same answer as a
 * wrong password. Attempts are counted per account, whether there is one or not, and per address; one that succeeds, or that the
 * store could not decide, is not counted. Blanks around the e-mail, which pasting brings along, are left out.
 */
export function createSignIn({ accounts, passwords, limits = defaultSignInLimits, attempts = countedHere() }: SignInOptions): SignIn {
  const perAccount = attempts('sign-in:account', limits.perAccount);
  const perAddress = attempts('sign-in:address', limits.perAddress);
  const sessions = attempts('session', limits.sessions);

  const knownBy = async (email: string, password: string): Promise<Known | 'wrong'> => {
    const account = await accounts.byEmail(email);
    const isRight = await passwords.verify(account?.passwordVerifier, password);
    return account && isRight ? account : 'wrong';
  };

  const openSession = async ({ user, passwordVerifier }: Known, userAgent: string | undefined): Promise<SignedIn> => {
    await takeOrRefuse(sessions, user.id, 'too many sign-ins; wait for Retry-After seconds');
    const { secret, hash } = createSessionToken();
    const { expiresAt } = await accounts.openSession(user.id, hash, { passwordVerifier, userAgent });
    return { sessionToken: secret, expiresAt, user };
  };

  return async ({ email: given, password, address, userAgent }) => {
    const email = given.trim();
    const accountKey = secretDigest(email.toLowerCase());
    const addressKey = addressBucket(address);
    await takeOrRefuse(perAddress, addressKey, tooManyFailures);
    await takeOrRefuse(perAccount, accountKey, tooManyFailures);
    let known: Known | 'wrong' | undefined;
    try {
      known = await knownBy(email, password);
    } finally {
      if (known !== 'wrong') {
        perAddress.giveBack(addressKey);
        perAccount.giveBack(accountKey);
      }
    }
    if (known === 'wrong') throw new CairnError('UNAUTHORIZED', { message: 'the e-mail or the password is wrong' });
    return openSession(known, userAgent);
  };
}

const tooManyFailures = 'too many failed sign-ins; wait for Retry-After seconds';
