import { CairnError } from '@cairn/core';
import { addressBucket } from './address-bucket.ts';
import { AttemptLimiter } from './attempt-limiter.ts';
import type { AttemptLimit } from './attempt-limiter.ts';
import type { Clock } from './lease-cache.ts';
import type { AccountRepository, PasswordHasher, User } from './ports.ts';
import { secretDigest } from './secret-hash.ts';
import { createSessionToken } from './session-token.ts';

export interface SignInRequest {
  /** Compared without case. */
  readonly email: string;
  readonly password: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
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
  readonly limits?: SignInLimits;
  readonly now?: Clock;
}

/** Failed attempts that are let through. */
export interface SignInLimits {
  readonly perAccount: AttemptLimit;
  readonly perAddress: AttemptLimit;
}

export const defaultSignInLimits: SignInLimits = {
  perAccount: { attempts: 10, windowSeconds: 900 },
  perAddress: { attempts: 50, windowSeconds: 900 },
};

/** @throws UNAUTHORIZED for a wrong password and an unknown account alike, RATE_LIMITED with seconds to wait. */
export type SignIn = (request: SignInRequest) => Promise<SignedIn>;

/**
 * Signs people in by e-mail and password. An unknown account costs the same work, counts the same and gets the same answer as a
 * wrong password. Attempts are counted per account, whether there is one or not, and per address; one that succeeds, or that the
 * store could not decide, is not counted. The counts are this process's own and are bounded.
 */
export function createSignIn({ accounts, passwords, limits = defaultSignInLimits, now }: SignInOptions): SignIn {
  const clock = now === undefined ? {} : { now };
  const perAccount = new AttemptLimiter({ limit: limits.perAccount, ...clock });
  const perAddress = new AttemptLimiter({ limit: limits.perAddress, ...clock });

  return async ({ email, password, address }) => {
    const accountKey = secretDigest(email.toLowerCase());
    const addressKey = addressBucket(address);
    takeOrRefuse(perAddress, addressKey);
    takeOrRefuse(perAccount, accountKey);
    let outcome: SignedIn | 'wrong' | undefined;
    try {
      outcome = await attempt({ accounts, passwords }, email, password);
    } finally {
      if (outcome !== 'wrong') {
        perAddress.giveBack(addressKey);
        perAccount.giveBack(accountKey);
      }
    }
    if (outcome === 'wrong') throw new CairnError('UNAUTHORIZED', { message: 'the e-mail or the password is wrong' });
    return outcome;
  };
}

function takeOrRefuse(limiter: AttemptLimiter, key: string): void {
  const retryAfter = limiter.take(key);
  if (retryAfter === 0) return;
  throw new CairnError('RATE_LIMITED', { message: 'too many failed sign-ins; wait for Retry-After seconds', retryAfter });
}

async function attempt(
  { accounts, passwords }: Pick<SignInOptions, 'accounts' | 'passwords'>,
  email: string,
  password: string,
): Promise<SignedIn | 'wrong'> {
  const account = await accounts.byEmail(email);
  const isRight = await passwords.verify(account?.passwordVerifier, password);
  if (!account || !isRight) return 'wrong';
  const { secret, hash } = createSessionToken();
  const { expiresAt } = await accounts.openSession(account.user.id, hash);
  return { sessionToken: secret, expiresAt, user: account.user };
}
