import { CairnError } from '@cairn/core';
import type { AccountRepository, User } from './account-ports.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting, AttemptLimit } from './attempt-limiter.ts';
import type { PasswordProof } from './password-proof.ts';
import { wrongPassword } from './password-proof.ts';
import type { PersonActor } from './ports.ts';

export interface EmailChangeRequest {
  readonly actor: PersonActor;
  readonly password: string;
  readonly email: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
}

export interface EmailChangeOptions {
  readonly accounts: Pick<AccountRepository, 'changeEmail'>;
  readonly prove: PasswordProof;
  /** Changes, and tries of e-mails that are taken, of one person. Default: 3 an hour. */
  readonly limit?: AttemptLimit | undefined;
  /** Where they are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
}

/**
 * Gives a person another e-mail to sign in with. Here it must be told that one is taken, so whoever wants to know of others is let
 * try few.
 * @throws CONFLICT when another account has it, and what `PasswordProof` throws.
 */
export type EmailChange = (request: EmailChangeRequest) => Promise<User>;

export function createEmailChange({
  accounts,
  prove,
  limit = { attempts: 3, windowSeconds: 3600 },
  attempts = countedHere(),
}: EmailChangeOptions): EmailChange {
  const changes = attempts('email:account', limit);
  return async ({ actor, password, email, address }) => {
    const { user, passwordVerifier } = await prove({ actor, password, address });
    if (user.email === email) return user;
    await takeOrRefuse(changes, actor.userId, 'too many changes of the e-mail; wait for Retry-After seconds');
    const changed = await accounts.changeEmail(actor, { passwordVerifier, email });
    if (changed === 'taken') throw new CairnError('CONFLICT', { message: 'another account has that e-mail' });
    if (changed === 'stale') throw wrongPassword();
    return changed;
  };
}
