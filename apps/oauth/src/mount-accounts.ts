import { createSignIn, hashSecret, presentedCredential } from '@cairn/auth';
import type { AccountRepository, Authenticator, PasswordHasher, SignInLimits } from '@cairn/auth';
import { accountRoutes, createReader } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { HttpFault, UnreadableBody } from '@cairn/service-kit';
import type { HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shownMembership, shownSession, shownUser } from './account-answers.ts';

export interface AccountsDeps {
  readonly accounts: AccountRepository;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordHasher;
  readonly guards: Pick<HttpGuards, 'user' | 'rateLimit'>;
  /** Failed sign-ins and sessions that are let through. Default: those of @cairn/auth. */
  readonly signInLimits?: SignInLimits;
}

/** An e-mail address and a password, with room for their escapes. */
const bodyLimit = 16 * 1024;

/**
 * Serves `POST /auth/sign-in`, `POST /auth/sign-out` and `GET /auth/me` on an app made by `createHttp`. The check of Host and
 * Origin is the whole app's and is added by whoever composes it.
 */
export function mountAccounts(app: FastifyInstance, deps: AccountsDeps): void {
  const { signIn, signOut, getMe } = accountRoutes;
  app.post(signIn.path, { bodyLimit }, signInHandler(deps));
  app.post(signOut.path, { bodyLimit, onRequest: deps.guards.user }, signOutHandler(deps));
  app.get(getMe.path, { onRequest: deps.guards.user, preHandler: deps.guards.rateLimit }, meHandler(deps));
}

function signInHandler({ accounts, passwords, signInLimits }: AccountsDeps) {
  const signIn = createSignIn({ accounts, passwords, ...(signInLimits === undefined ? {} : { limits: signInLimits }) });
  const read = createReader(accountRoutes.signIn.body.schema);
  return async (request: FastifyRequest) => {
    const { email, password } = read(jsonOf(request));
    return shownSession(await signIn({ email, password, address: request.ip }));
  };
}

function signOutHandler({ accounts, authenticator }: AccountsDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await accounts.closeSession(hashSecret(secretOf(request)));
    await authenticator.settle();
    return reply.code(204).send();
  };
}

function meHandler({ accounts }: AccountsDeps) {
  return async (request: FastifyRequest) => {
    if (request.sessionUser === null) throw new CairnError('UNAUTHORIZED');
    const { userId } = request.sessionUser;
    const [user, memberships] = await Promise.all([accounts.user(userId), accounts.memberships(userId)]);
    if (!user) throw new CairnError('UNAUTHORIZED');
    return { user: shownUser(user), workspaces: memberships.map(shownMembership) };
  };
}

function jsonOf({ body }: FastifyRequest): unknown {
  if (body instanceof UnreadableBody) throw new HttpFault(400, { message: body.message });
  return body;
}

/** The session token that the guard let in. */
function secretOf({ headers }: FastifyRequest): string {
  const presented = presentedCredential({ authorization: headers.authorization });
  if (presented.kind !== 'one') throw new CairnError('UNAUTHORIZED');
  return presented.secret;
}
