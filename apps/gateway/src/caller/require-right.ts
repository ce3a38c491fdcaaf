import { may } from '@cairn/auth';
import type { Right } from '@cairn/auth';
import { CairnError } from '@cairn/core';
import type { Principal } from '@cairn/core';

/** @throws FORBIDDEN when the caller's role in the workspace does not hold the right. */
export function requireRight(principal: Pick<Principal, 'role'>, right: Right): void {
  if (may(principal.role, right)) return;
  throw new CairnError('FORBIDDEN', {
    message: `the role "${principal.role}" in this workspace may not do that; ask an owner or admin for another role`,
  });
}
