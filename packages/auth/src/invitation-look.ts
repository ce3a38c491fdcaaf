import type { InvitationView, InvitationViews } from './account-ports.ts';
import { addressBucket } from './address-bucket.ts';
import { countedHere, takeOrRefuse } from './attempt-limiter.ts';
import type { AttemptCounting } from './attempt-limiter.ts';
import { invitationError } from './invitation-refusals.ts';
import { invitationHash } from './invitation-token.ts';

/** Secrets from one address that were no open invitation's. */
const limit = { attempts: 60, windowSeconds: 900 };

export interface InvitationLookRequest {
  readonly secret: string;
  /** The peer's socket address, never one that the peer claims. */
  readonly address: string;
}

/** @throws NOT_FOUND for an invitation that serves nobody, RATE_LIMITED for an address that came with too many of those. */
export type InvitationLook = (request: InvitationLookRequest) => Promise<InvitationView>;

/** Shows an invitation to whoever holds its secret. */
export function createInvitationLook({
  invitations,
  attempts = countedHere(),
}: {
  readonly invitations: InvitationViews;
  /** Where attempts are counted. Default: in this process. */
  readonly attempts?: AttemptCounting | undefined;
}): InvitationLook {
  const failures = attempts('invitation:address', limit);
  return async ({ secret, address }) => {
    const key = addressBucket(address);
    await takeOrRefuse(failures, key, 'too many invitations that are none; wait for Retry-After seconds');
    const hash = invitationHash(secret);
    const view = hash === undefined ? undefined : await invitations.look(hash);
    if (!view) throw invitationError('no_invitation');
    failures.giveBack(key);
    return view;
  };
}
