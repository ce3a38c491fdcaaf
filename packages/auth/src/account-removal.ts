import { CairnError } from '@cairn/core';
import type { AccountRepository } from './account-ports.ts';
import type { PasswordProof, PasswordProofRequest } from './password-proof.ts';
import { wrongPassword } from './password-proof.ts';

export interface AccountRemovalOptions {
  readonly accounts: Pick<AccountRepository, 'remove'>;
  readonly prove: PasswordProof;
}

/**
 * Deletes a person's account with what is theirs alone; see `AccountRepository.remove`. Await `Authenticator.settle()` before answering.
 * @throws CONFLICT while they are the only owner of a workspace with other members, and what `PasswordProof` throws.
 */
export type AccountRemoval = (request: PasswordProofRequest) => Promise<void>;

export function createAccountRemoval({ accounts, prove }: AccountRemovalOptions): AccountRemoval {
  return async (request) => {
    const { passwordVerifier } = await prove(request);
    const outcome = await accounts.remove(request.actor, passwordVerifier);
    if (outcome === 'stale') throw wrongPassword();
    if (outcome !== 'done') throw onlyOwner(outcome.onlyOwnerOf);
  };
}

const onlyOwner = (names: readonly string[]) =>
  new CairnError('CONFLICT', {
    message: `you are the only owner of ${names.map((name) => JSON.stringify(name)).join(', ')}; make somebody else an owner or delete the workspace first`,
  });
