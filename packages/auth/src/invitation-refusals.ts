import { CairnError } from '@cairn/core';
import type { ErrorCode } from '@cairn/core';
import type { InvitationRefusal } from './account-ports.ts';

const told: Readonly<Record<InvitationRefusal, readonly [code: ErrorCode, message: string]>> = {
  no_invitation: ['NOT_FOUND', 'this invitation was used, revoked, has ended or never was; ask for a new one'],
  other_email: ['FORBIDDEN', 'this invitation is for another e-mail address; use the account of that one'],
  too_many: ['CONFLICT', 'the workspace has as many members as it can have'],
};

/** The error that an invitation which does not serve is answered with. */
export function invitationError(refusal: InvitationRefusal): CairnError {
  const [code, message] = told[refusal];
  return new CairnError(code, { message });
}
