import { hashSecret, may } from '@cairn/auth';
import type { AccountRepository, Membership, OauthRepositories } from '@cairn/auth';
import { createReader, interactionRoutes } from '@cairn/contracts';
import { CairnError } from '@cairn/core';
import { HttpFault, UnreadableBody } from '@cairn/service-kit';
import type { Guard, HttpGuards } from '@cairn/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RotatingServer } from '../keys/rotating-server.ts';
import type { Addresses } from '../server/addresses.ts';
import { findInteraction, shownInteraction } from './interaction.ts';
import type { PendingInteraction } from './interaction.ts';
import { finishHandler } from './finish.ts';
import { createTicket } from './ticket.ts';

export interface InteractionsMount {
  readonly server: RotatingServer;
  readonly addresses: Addresses;
  readonly accounts: Pick<AccountRepository, 'memberships'>;
  readonly repositories: Pick<OauthRepositories, 'records' | 'connections' | 'tickets'>;
  readonly guards: Pick<HttpGuards, 'user' | 'rateLimit'>;
}

/** Bytes of a decision. */
const bodyLimit = 4096;

/** The consent page and nobody else asks these from a browser. */
const config = { origins: 'app' } as const;

type Named = FastifyRequest<{ Params: { uid: string } }>;

/** Serves what the consent page asks and decides; the person's session token says who decides, never a cookie. */
export function mountInteractions(app: FastifyInstance, mount: InteractionsMount): void {
  const { user, rateLimit } = mount.guards;
  const path = '/oauth/interactions/:uid';
  app.get<{ Params: { uid: string } }>(path, { config, onRequest: ifSignedIn(user) }, showHandler(mount));
  app.post<{ Params: { uid: string } }>(
    `${path}/decision`,
    { config, bodyLimit, onRequest: user, preHandler: rateLimit },
    decideHandler(mount),
  );
  app.get<{ Params: { uid: string }; Querystring: { ticket?: unknown } }>(
    `${path}/finish`,
    { exposeHeadRoute: false },
    finishHandler(mount),
  );
}

/** Who asks is told to whoever has the link; a credential that is sent has to be good. */
const ifSignedIn =
  (user: Guard): Guard =>
  (request, reply, done) =>
    request.headers.authorization === undefined ? done() : user(request, reply, done);

function showHandler({ server, accounts }: InteractionsMount) {
  return async ({ params, sessionUser }: Named) => {
    const shown = shownInteraction(await interactionOf(await server.current(), params.uid));
    if (sessionUser === null) return shown;
    const memberships = await accounts.memberships(sessionUser.userId);
    return { ...shown, workspaces: memberships.filter(({ role }) => may(role, 'connect_client')).map(shownWorkspace) };
  };
}

function decideHandler({ server, addresses, accounts, repositories }: InteractionsMount) {
  const read = createReader(interactionRoutes.decideInteraction.body.schema);
  return async (request: Named) => {
    const { approve, project_id: projectId } = read(jsonOf(request));
    const { uid } = await interactionOf(await server.current(), request.params.uid);
    const userId = userOf(request);
    if (approve && projectId === undefined) {
      throw new CairnError('INVALID_ARGUMENT', { issues: [{ path: 'project_id', message: 'is required to approve' }] });
    }
    if (approve) checkProject(await accounts.memberships(userId), projectId as string);
    const ticket = createTicket();
    await repositories.tickets.save({
      idHash: ticket.hash,
      interactionHash: hashSecret(uid),
      userId,
      projectId: approve ? (projectId as string) : null,
      ttlSeconds: ticket.ttlSeconds,
    });
    return { next: `${addresses.issuer}/oauth/interactions/${encodeURIComponent(uid)}/finish?ticket=${ticket.secret}` };
  };
}

async function interactionOf(server: Awaited<ReturnType<RotatingServer['current']>>, uid: string): Promise<PendingInteraction> {
  const interaction = await findInteraction(server, uid);
  if (interaction === undefined) {
    throw new CairnError('NOT_FOUND', { message: 'this request to connect is over or never was; start again from the app' });
  }
  return interaction;
}

/** @throws NOT_FOUND for a project that is not the person's, FORBIDDEN when the role may not connect. */
function checkProject(memberships: readonly Membership[], projectId: string): void {
  const membership = memberships.find(({ projects }) => projects.some(({ id }) => id === projectId.toLowerCase()));
  if (membership === undefined) throw new CairnError('NOT_FOUND', { message: 'you have no project with that project_id' });
  if (!may(membership.role, 'connect_client')) throw new CairnError('FORBIDDEN');
}

function userOf({ sessionUser }: FastifyRequest): string {
  if (sessionUser === null) throw new CairnError('UNAUTHORIZED');
  return sessionUser.userId;
}

function jsonOf({ body }: FastifyRequest): unknown {
  if (body instanceof UnreadableBody) throw new HttpFault(400, { message: body.message });
  return body;
}

const shownWorkspace = ({ id, name, role, projects }: Membership) => ({
  id,
  name,
  role,
  projects: projects.map((project) => ({ id: project.id, name: project.name })),
});
