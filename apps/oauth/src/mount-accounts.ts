import type { FastifyInstance } from 'fastify';
import type { AccountsDeps } from './accounts/accounts-deps.ts';
import { mountInvitationLook } from './accounts/invitation-routes.ts';
import { recordFailures } from './accounts/record-failures.ts';
import { mountProfile } from './accounts/profile-routes.ts';
import { mountSessions } from './accounts/session-routes.ts';
import { mountSignIn } from './accounts/sign-in-routes.ts';

/**
 * Serves `/auth` on an app made by `createHttp`. The check of Host and Origin is the whole app's and is added by whoever
 * composes it.
 */
export function mountAccounts(app: FastifyInstance, deps: AccountsDeps): void {
  if (deps.failed) recordFailures(app, deps.failed);
  mountSignIn(app, deps);
  mountProfile(app, deps);
  mountSessions(app, deps);
  mountInvitationLook(app, deps);
}
