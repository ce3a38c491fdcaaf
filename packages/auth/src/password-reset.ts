import { CairnError } from '@cairn/core';
import type { OperatorRepository } from './directory-ports.ts';
import { refuseBadPassword } from './password-rules.ts';
import type { PasswordHasher } from './ports.ts';

export interface PasswordResetRequest {
  readonly email: string;
  readonly newPassword: string;
  readonly requestId: string;
}

export interface PasswordResetOptions {
  readonly operator: Pick<OperatorRepository, 'setPassword'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
}

/**
 * Gives somebody who forgot their password a new one and ends their sessions; await `Authenticator.settle()` before answering.
 * @throws NOT_FOUND when no account has the e-mail, INVALID_ARGUMENT for a password that cannot be chosen.
 */
export type PasswordReset = (request: PasswordResetRequest) => Promise<void>;

/** The operator's way to set a password; whoever asks was let in before. */
export function createPasswordReset({ operator, passwords }: PasswordResetOptions): PasswordReset {
  return async ({ email, newPassword, requestId }) => {
    refuseBadPassword(newPassword, { email, path: 'new_password' });
    const isDone = await operator.setPassword(email, await passwords.hash(newPassword), requestId);
    if (!isDone) throw new CairnError('NOT_FOUND', { message: 'no account with that e-mail' });
  };
}
