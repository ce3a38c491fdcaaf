import type { Provider } from 'oidc-provider';
import { redirectHost, isLoopbackRedirect } from '../clients/redirect-uri.ts';

/** An authorization request that waits for a person. */
export interface PendingInteraction {
  readonly uid: string;
  readonly client: InteractionClient;
  readonly redirectUri: string;
  readonly scope: string;
  readonly expiresAt: string;
}

/** Who asks. All but the id and the redirect is the client's own claim. */
export interface InteractionClient {
  readonly id: string;
  readonly name: string;
  readonly uri: string | undefined;
  /** Whether it describes itself at its own address instead of being registered here. */
  readonly isSelfDescribed: boolean;
  /** Whether it answers at the very host that it describes itself at, so that the name is that host's word. */
  readonly isVerified: boolean;
}

/** Undefined when there is none, its time is over, or its client is gone. */
export async function findInteraction(server: Provider, uid: string): Promise<PendingInteraction | undefined> {
  const interaction = await server.Interaction.find(uid);
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction?.params ?? {};
  if (interaction === undefined || typeof clientId !== 'string' || typeof redirectUri !== 'string') return undefined;
  const client = await server.Client.find(clientId).catch(() => undefined);
  if (client === undefined) return undefined;
  const isSelfDescribed = clientId.startsWith('https://');
  return {
    uid,
    client: {
      id: clientId,
      name: client.clientName ?? redirectHost(redirectUri),
      uri: client.clientUri,
      isSelfDescribed,
      isVerified: isSelfDescribed && isSameHost(clientId, redirectUri),
    },
    redirectUri,
    scope: String(scope),
    expiresAt: new Date(interaction.exp * 1000).toISOString(),
  };
}

function isSameHost(documentAddress: string, redirectUri: string): boolean {
  const [document, redirect] = [new URL(documentAddress), new URL(redirectUri)];
  return redirect.protocol === 'https:' && redirect.host === document.host;
}

/** As it is told to the consent page. */
export const shownInteraction = ({ client, redirectUri, scope, expiresAt }: PendingInteraction) => ({
  client: {
    id: client.id,
    name: client.name,
    ...(client.uri === undefined ? {} : { uri: client.uri }),
    redirect_host: redirectHost(redirectUri),
    is_loopback: isLoopbackRedirect(redirectUri),
    is_verified: client.isVerified,
  },
  scope,
  expires_at: expiresAt,
});
