import { createSignIn, createSignUp, hashSecret } from '@cairn/auth';
import { accountRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { shownSession } from './account-answers.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { bodyLimit, bodyReader, secretOf, userAgentOf } from './request-parts.ts';

/** Making an account, and the way in and out of it. */
export function mountSignIn(app: FastifyInstance, deps: AccountsDeps): void {
  mountSignUp(app, deps);
  const { accounts, passwords, authenticator, guards, attempts, signInLimits: limits } = deps;
  const signIn = createSignIn({ accounts, passwords, attempts, limits });

  const read = bodyReader(accountRoutes.signIn.body);
  app.post(accountRoutes.signIn.path, { bodyLimit }, async (request) => {
    const { email, password } = read(request);
    return shownSession(await signIn({ email, password, address: request.ip, userAgent: userAgentOf(request) }));
  });

  app.post(accountRoutes.signOut.path, { bodyLimit, onRequest: guards.user }, async (request, reply) => {
    await accounts.closeSession(hashSecret(secretOf(request)));
    await authenticator.settle();
    return reply.code(204).send();
  });
}

function mountSignUp(app: FastifyInstance, { accounts, passwords, signUp: mode, signUpLimits: limits, attempts }: AccountsDeps): void {
  const signUp = createSignUp({ accounts, passwords, mode, limits, attempts });
  const read = bodyReader(accountRoutes.signUp.body);
  app.get(accountRoutes.getSignUp.path, () => ({ mode }));
  app.post(accountRoutes.signUp.path, { bodyLimit }, async (request, reply) => {
    const { email, password, name = null, invitation } = read(request);
    await signUp({ email, password, name, invitation, address: request.ip, requestId: request.id });
    return reply.code(201).send({ user: { email, name }, message });
  });
}

/** True of a new account and of one that was there before. */
const message = 'Sign in with the e-mail and the password. If the e-mail had an account before, its password is still the old one.';
