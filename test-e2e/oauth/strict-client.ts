import * as oauth from 'oauth4webapi';
import { walk } from './flow.ts';
import type { Decider } from './flow.ts';

export type AuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

/** What a connection by the book came to. */
export interface StrictRun {
  readonly tools: number;
  readonly afterRevocation: number;
  readonly tokenResponse: oauth.TokenEndpointResponse;
}

const insecure = { [oauth.allowInsecureRequests]: true } as const;
const redirectUri = 'https://strict.example/cb';

/**
 * Connects as oauth4webapi does, which refuses whatever the specifications do not allow: from the resource's metadata to the
 * server's, registration, the answer with its `iss` and `state`, the exchange, a call, and the token's revocation.
 */
export async function runStrictClient(decider: Decider, method: AuthMethod): Promise<StrictRun> {
  const resource = new URL(`${decider.baseUrl}/mcp`);
  const server = await discover(resource);
  const client = await registered(server, method);
  const authentication = authenticationFor(method, client);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resource.href,
    state,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const answer = oauth.validateAuthResponse(server, client, await walk(decider, address.href), state);
  const exchanged = await oauth.authorizationCodeGrantRequest(server, client, authentication, answer, redirectUri, verifier, {
    ...insecure,
    additionalParameters: { resource: resource.href },
  });
  const tokenResponse = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
  const tools = await listTools(tokenResponse.access_token, resource);
  const revoked = await oauth.revocationRequest(server, client, authentication, tokenResponse.access_token, insecure);
  await oauth.processRevocationResponse(revoked);
  return { tools, afterRevocation: await listTools(tokenResponse.access_token, resource), tokenResponse };
}

async function discover(resource: URL): Promise<oauth.AuthorizationServer> {
  const told = await oauth.resourceDiscoveryRequest(resource, insecure);
  const { authorization_servers: [issuer = ''] = [] } = await oauth.processResourceDiscoveryResponse(resource, told);
  const address = new URL(issuer);
  const answered = await oauth.discoveryRequest(address, { ...insecure, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(address, answered);
}

async function registered(server: oauth.AuthorizationServer, method: AuthMethod): Promise<oauth.Client> {
  const metadata = { client_name: 'Strict', redirect_uris: [redirectUri], token_endpoint_auth_method: method };
  const answered = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
  return oauth.processDynamicClientRegistrationResponse(answered);
}

function authenticationFor(method: AuthMethod, { client_secret: given }: oauth.Client): oauth.ClientAuth {
  const secret = typeof given === 'string' ? given : '';
  if (method === 'none') return oauth.None();
  return method === 'client_secret_post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** Status of a call with the token; oauth4webapi throws upon a challenge. */
async function listTools(token: string, resource: URL): Promise<number> {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  try {
    return (await oauth.protectedResourceRequest(token, 'POST', resource, headers, message, insecure)).status;
  } catch (error) {
    if (error instanceof oauth.WWWAuthenticateChallengeError) return error.status;
    throw error;
  }
}
