import { createAccountRemoval, createEmailChange, createPasswordChange, createPasswordProof } from '@cairn/auth';
import { accountRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { shownMembership, shownUser } from './account-answers.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { bodyLimit, bodyReader, personOf } from './request-parts.ts';

/** Who is signed in, and what they may change of their account. */
export function mountProfile(app: FastifyInstance, deps: AccountsDeps): void {
  const { accounts, guards } = deps;
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

  mountProved(app, deps);
}

/** What a person does to their account that asks for their password. */
function mountProved(
  app: FastifyInstance,
  { accounts, passwords, authenticator, guards, attempts, passwordProofLimits }: AccountsDeps,
): void {
  const signedIn = { bodyLimit, onRequest: guards.user, preHandler: guards.rateLimit };
  const prove = createPasswordProof({ accounts, passwords, limits: passwordProofLimits, attempts });

  const changePassword = createPasswordChange({ accounts, passwords, prove });
  const readPasswords = bodyReader(accountRoutes.changePassword.body);
  app.post(accountRoutes.changePassword.path, signedIn, async (request, reply) => {
    const { current_password: currentPassword, new_password: newPassword } = readPasswords(request);
    await changePassword({ actor: personOf(request), currentPassword, newPassword, address: request.ip });
    await authenticator.settle();
    return reply.code(204).send();
  });

  const changeEmail = createEmailChange({ accounts, prove, attempts });
  const readEmail = bodyReader(accountRoutes.changeEmail.body);
  app.post(accountRoutes.changeEmail.path, signedIn, async (request) => {
    const { current_password: password, new_email: email } = readEmail(request);
    return { user: shownUser(await changeEmail({ actor: personOf(request), password, email, address: request.ip })) };
  });

  const removeAccount = createAccountRemoval({ accounts, prove });
  const readRemoval = bodyReader(accountRoutes.deleteAccount.body);
  app.post(accountRoutes.deleteAccount.path, signedIn, async (request, reply) => {
    await removeAccount({ actor: personOf(request), password: readRemoval(request).current_password, address: request.ip });
    await authenticator.settle();
    return reply.code(204).send();
  });
}
