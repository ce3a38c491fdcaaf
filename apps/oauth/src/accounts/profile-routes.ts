import { createPasswordChange } from '@cairn/auth';
import { accountRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { shownMembership, shownUser } from './account-answers.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { bodyLimit, bodyReader, personOf } from './request-parts.ts';

/** Who is signed in, their name and their password. */
export function mountProfile(app: FastifyInstance, deps: AccountsDeps): void {
  const { accounts, passwords, authenticator, guards } = deps;
  const signedIn = { bodyLimit, onRequest: guards.user, preHandler: guards.rateLimit };

  app.get(accountRoutes.getMe.path, signedIn, async (request) => {
    const { userId } = personOf(request);
    const [user, memberships] = await Promise.all([accounts.user(userId), accounts.memberships(userId)]);
    if (!user) throw new CairnError('UNAUTHORIZED');
    return { user: shownUser(user), workspaces: memberships.map(shownMembership) };
  });

  const readName = bodyReader(accountRoutes.updateMe.body);
  app.patch(accountRoutes.updateMe.path, signedIn, async (request) => {
    const user = await accounts.rename(personOf(request), readName(request).name);
    if (!user) throw new CairnError('UNAUTHORIZED');
    return { user: shownUser(user) };
  });

  const changePassword = createPasswordChange({ accounts, passwords, limits: deps.passwordChangeLimits, attempts: deps.attempts });
  const readPasswords = bodyReader(accountRoutes.changePassword.body);
  app.post(accountRoutes.changePassword.path, signedIn, async (request, reply) => {
    const { current_password: currentPassword, new_password: newPassword } = readPasswords(request);
    await changePassword({ actor: personOf(request), currentPassword, newPassword, address: request.ip });
    await authenticator.settle();
    return reply.code(204).send();
  });
}
