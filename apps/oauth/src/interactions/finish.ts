import { hashSecret } from '@cairn/auth';
import type { Decision, OauthRepositories } from '@cairn/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import type { RotatingServer } from '../keys/rotating-server.ts';
import { consentPage } from '../server/addresses.ts';
import type { Addresses, PageError } from '../server/addresses.ts';
import { InnerRequest } from '../server/inner-request.ts';
import { mcpScope } from '../server/resource.ts';
import { findInteraction } from './interaction.ts';
import type { PendingInteraction } from './interaction.ts';

interface FinishDeps {
  readonly server: RotatingServer;
  readonly addresses: Addresses;
  readonly repositories: Pick<OauthRepositories, 'connections' | 'tickets'>;
}

type Finish = FastifyRequest<{ Params: { uid: string }; Querystring: { ticket?: unknown } }>;

/**
 * Where the person's browser brings the decision. It has to hold the cookie of the very request that it decides: else whoever began
 * that request somewhere else would get what the person approved. The ticket is spent either way.
 */
export function finishHandler({ server, addresses, repositories }: FinishDeps) {
  return async (request: Finish, reply: FastifyReply): Promise<FastifyReply> => {
    const { uid } = request.params;
    const ticket = typeof request.query.ticket === 'string' ? request.query.ticket : '';
    const decision = await repositories.tickets.take(hashSecret(ticket), hashSecret(uid));
    const provider = await server.current();
    const exchange = { inner: new InnerRequest(request, addresses, ''), reply };
    const fail = (error: PageError): FastifyReply => reply.redirect(consentPage(addresses, uid, error), 303);
    const interaction = await findInteraction(provider, uid);
    if (interaction === undefined) return fail('expired');
    if (!(await isOwnBrowser(provider, exchange, uid))) return fail('wrong_browser');
    if (decision === undefined) return fail('expired');
    const result = await resultOf({ addresses, repositories, provider, requestId: request.id }, interaction, decision);
    if (result === 'unavailable') return fail(result);
    return reply.redirect(await provider.interactionResult(exchange.inner, reply.raw, result), 303);
  };
}

async function isOwnBrowser(
  provider: Provider,
  { inner, reply }: { inner: InnerRequest; reply: FastifyReply },
  uid: string,
): Promise<boolean> {
  try {
    return (await provider.interactionDetails(inner, reply.raw)).uid === uid;
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return false;
    throw error;
  }
}

type Granting = Pick<FinishDeps, 'repositories' | 'addresses'> & { readonly provider: Provider; readonly requestId: string };

/** What the flow goes on with: a grant and its connection, or the person's refusal. Neither when the project is out of reach by now. */
async function resultOf(
  granting: Granting,
  interaction: PendingInteraction,
  { userId, projectId }: Decision,
): Promise<InteractionResults | 'unavailable'> {
  if (projectId === null) return { error: 'access_denied', error_description: 'the person did not approve the connection' };
  const grantId = await grantTo(granting, interaction.client.id, userId);
  const outcome = await granting.repositories.connections.open({
    grantHash: hashSecret(grantId),
    userId,
    projectId,
    client: interaction.client,
    redirectUri: interaction.redirectUri,
    requestId: granting.requestId,
  });
  if (outcome === 'done') return { login: { accountId: userId, remember: false }, consent: { grantId } };
  await granting.provider.Grant.adapter.destroy(grantId);
  return 'unavailable';
}

async function grantTo({ provider, addresses }: Granting, clientId: string, accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId });
  grant.addResourceScope(addresses.resource, mcpScope);
  return grant.save();
}
