import { CairnError } from '@cairn/core';
import type { AccountRepository, User } from './account-ports.ts';
import { addressBucket } from './address-bucket.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting, AttemptLimit } from './attempt-limiter.ts';
import type { PasswordHasher, PersonActor } from './ports.ts';

export interface PasswordProofRequest {
  readonly actor: PersonActor;
  readonly password: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
}

export interface PasswordProofLimits {
  /** Wrong passwords of one person: a stolen session must not serve to guess it. */
  readonly perAccount: AttemptLimit;
  /** Wrong passwords from one address. */
  readonly perAddress: AttemptLimit;
}

const defaultLimits: PasswordProofLimits = {
  perAccount: { attempts: 10, windowSeconds: 900 },
  perAddress: { attempts: 50, windowSeconds: 900 },
};

export interface PasswordProofOptions {
  readonly accounts: Pick<AccountRepository, 'byId'>;
  readonly passwords: Pick<PasswordHasher, 'verify'>;
  readonly limits?: PasswordProofLimits | undefined;
  /** Where wrong passwords are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
}

/** A person who has just proved that they know their password. */
export interface ProvedPerson {
  readonly user: User;
  /** What it was checked against. */
  readonly passwordVerifier: string;
}

/**
 * Has a signed-in person prove by their password that it is they who ask. One for all that asks for it: wrong passwords are counted together.
 * @throws FORBIDDEN for a wrong password, UNAUTHORIZED when the account is gone, RATE_LIMITED.
 */
export type PasswordProof = (request: PasswordProofRequest) => Promise<ProvedPerson>;

/** Only wrong passwords are counted. */
export function createPasswordProof({
  accounts,
  passwords,
  limits = defaultLimits,
  attempts = countedHere(),
}: PasswordProofOptions): PasswordProof {
  const perAccount = attempts('password:account', limits.perAccount);
  const perAddress = attempts('password:address', limits.perAddress);

  return async ({ actor, password, address }) => {
    const account = await accounts.byId(actor.userId);
    if (!account) throw new CairnError('UNAUTHORIZED');
    const addressKey = addressBucket(address);
    await takeOrRefuse(perAddress, addressKey, tooMany);
    await takeOrRefuse(perAccount, actor.userId, tooMany);
    let isRight: boolean | undefined;
    try {
      isRight = await passwords.verify(account.passwordVerifier, password);
    } finally {
      if (isRight !== false) {
        perAddress.giveBack(addressKey);
        perAccount.giveBack(actor.userId);
      }
    }
    if (!isRight) throw wrongPassword();
    return account;
  };
}

const tooMany = 'too many wrong passwords; wait for Retry-After seconds';

/** Also for one that was right until another change replaced it. */
export const wrongPassword = () => new CairnError('FORBIDDEN', { message: 'the current password is wrong' });
