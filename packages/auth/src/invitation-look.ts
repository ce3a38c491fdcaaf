import type { InvitationView, InvitationViews } from './account-ports.ts';
import { addressBucket } from './address-bucket.ts';
import { limitersOn, takeOrRefuse } from './attempt-limiter.ts';
import { invitationError } from './invitation-refusals.ts';
import { invitationHash } from './invitation-token.ts';
import type { Clock } from './lease-cache.ts';

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
  now,
}: {
  readonly invitations: InvitationViews;
  readonly now?: Clock;
}): InvitationLook {
  const failures = limitersOn(now)(limit);
  return async ({ secret, address }) => {
    const key = addressBucket(address);
    takeOrRefuse(failures, key, 'too many invitations that are none; wait for Retry-After seconds');
    const hash = invitationHash(secret);
    const view = hash === undefined ? undefined : await invitations.look(hash);
    if (!view) throw invitationError('no_invitation');
    failures.giveBack(key);
    return view;
  };
}
