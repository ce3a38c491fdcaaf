import { CairnError } from '@cairn/core';
import type { AccountRepository } from './account-ports.ts';
import { addressBucket } from './address-bucket.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting, AttemptLimit } from './attempt-limiter.ts';
import { refuseBadPassword } from './password-rules.ts';
import type { PasswordHasher, PersonActor } from './ports.ts';

export interface PasswordChangeRequest {
  readonly actor: PersonActor;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
}

export interface PasswordChangeLimits {
  /** Wrong current passwords of one person: a stolen session must not serve to guess it. */
  readonly perAccount: AttemptLimit;
  /** Wrong current passwords from one address. */
  readonly perAddress: AttemptLimit;
}

const defaultLimits: PasswordChangeLimits = {
  perAccount: { attempts: 10, windowSeconds: 900 },
  perAddress: { attempts: 50, windowSeconds: 900 },
};

export interface PasswordChangeOptions {
  readonly accounts: Pick<AccountRepository, 'byId' | 'changePassword'>;
  readonly passwords: PasswordHasher;
  readonly limits?: PasswordChangeLimits | undefined;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
}

/**
 * Replaces a person's password and ends their other sessions; await `Authenticator.settle()` before answering.
 * @throws FORBIDDEN for a wrong current password, INVALID_ARGUMENT for a new one that cannot be chosen, UNAUTHORIZED when the
 * account is gone, RATE_LIMITED.
 */
export type PasswordChange = (request: PasswordChangeRequest) => Promise<void>;

/** Only wrong current passwords are counted. */
export function createPasswordChange({
  accounts,
  passwords,
  limits = defaultLimits,
  attempts = countedHere(),
}: PasswordChangeOptions): PasswordChange {
  const perAccount = attempts('password:account', limits.perAccount);
  const perAddress = attempts('password:address', limits.perAddress);

  const isRight = async (verifier: string, { actor, currentPassword, address }: PasswordChangeRequest): Promise<boolean> => {
    const addressKey = addressBucket(address);
    await takeOrRefuse(perAddress, addressKey, tooMany);
    await takeOrRefuse(perAccount, actor.userId, tooMany);
    let outcome: boolean | undefined;
    try {
      outcome = await passwords.verify(verifier, currentPassword);
    } finally {
      if (outcome !== false) {
        perAddress.giveBack(addressKey);
        perAccount.giveBack(actor.userId);
      }
    }
    return outcome;
  };

  return async (request) => {
    const { actor, currentPassword, newPassword } = request;
    const account = await accounts.byId(actor.userId);
    if (!account) throw new CairnError('UNAUTHORIZED');
    refuseBadPassword(newPassword, { email: account.user.email, path: 'new_password' });
    if (!(await isRight(account.passwordVerifier, request))) throw wrongPassword();
    if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) throw samePassword();
    const to = await passwords.hash(newPassword);
    if (!(await accounts.changePassword(actor, { from: account.passwordVerifier, to }))) throw wrongPassword();
  };
}

const tooMany = 'too many wrong passwords; wait for Retry-After seconds';

const wrongPassword = () => new CairnError('FORBIDDEN', { message: 'the current password is wrong' });

const samePassword = () => {
  const message = 'is the current password; choose another';
  return new CairnError('INVALID_ARGUMENT', { message: `not valid: new_password ${message}`, issues: [{ path: 'new_password', message }] });
};
