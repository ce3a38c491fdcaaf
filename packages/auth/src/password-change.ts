import { CairnError } from '@cairn/core';
import type { AccountRepository } from './account-ports.ts';
import type { PasswordProof } from './password-proof.ts';
import { wrongPassword } from './password-proof.ts';
import { refuseBadPassword } from './password-rules.ts';
import type { PasswordHasher, PersonActor } from './ports.ts';

export interface PasswordChangeRequest {
  readonly actor: PersonActor;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
}

export interface PasswordChangeOptions {
  readonly accounts: Pick<AccountRepository, 'user' | 'changePassword'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly prove: PasswordProof;
}

/**
 * Replaces a person's password and ends their other sessions; await `Authenticator.settle()` before answering.
 * @throws INVALID_ARGUMENT for a new one that cannot be chosen, and what `PasswordProof` throws.
 */
export type PasswordChange = (request: PasswordChangeRequest) => Promise<void>;

export function createPasswordChange({ accounts, passwords, prove }: PasswordChangeOptions): PasswordChange {
  return async ({ actor, currentPassword, newPassword, address }) => {
    const user = await accounts.user(actor.userId);
    if (!user) throw new CairnError('UNAUTHORIZED');
    refuseBadPassword(newPassword, { email: user.email, path: 'new_password' });
    const { passwordVerifier } = await prove({ actor, password: currentPassword, address });
    if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) throw samePassword();
    const to = await passwords.hash(newPassword);
    if (!(await accounts.changePassword(actor, { from: passwordVerifier, to }))) throw wrongPassword();
  };
}

const samePassword = () => {
  const message = 'is the current password; choose another';
  return new CairnError('INVALID_ARGUMENT', { message: `not valid: new_password ${message}`, issues: [{ path: 'new_password', message }] });
};
