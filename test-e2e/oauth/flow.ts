import { createHash, randomBytes } from 'node:crypto';
import { newAddress } from '../auth/addresses.ts';
import { call } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';
import { createBrowser } from './browser.ts';
import type { Browser, Visit } from './browser.ts';

/** A client as a flow knows it. */
export interface FlowClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly redirectUri: string;
}

/** Who decides, and for what. */
export interface Decider {
  readonly baseUrl: string;
  readonly token: string;
  readonly projectId: string;
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What a public client of a person's own machine registers. */
export const plainClient = {
  client_name: 'Suite',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
} as const;

export function register(baseUrl: string, body: unknown, headers: Record<string, string> = newAddress()): Promise<Answer> {
  return call(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Registers the plain client. */
export async function newClient(baseUrl: string, metadata: object = plainClient): Promise<FlowClient> {
  const { status, body, text } = await register(baseUrl, metadata);
  if (status !== 201) throw new Error(`not registered: ${status} ${text}`);
  return {
    clientId: body.client_id,
    ...(body.client_secret && { clientSecret: body.client_secret }),
    redirectUri: body.redirect_uris[0],
  };
}

/** The address of an authorization request; a parameter that is undefined is left out. */
export function authorizationUrl(baseUrl: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${baseUrl}/oauth/authorize?${query.toString()}`;
}

/** What a client asks for by default. */
export function requestOf(
  client: FlowClient,
  pkce: Pkce,
  more: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> {
  return {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    state: 'the state',
    ...more,
  };
}

/** The interaction that an authorization request led to. */
export function interactionIn(visit: Visit): string {
  const uid = visit.location?.searchParams.get('interaction');
  if (visit.status !== 303 || !uid) throw new Error(`no interaction: ${visit.status} ${visit.location?.href} ${visit.text}`);
  return uid;
}

export function showInteraction(baseUrl: string, uid: string, token?: string): Promise<Answer> {
  return call(`${baseUrl}/oauth/interactions/${uid}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
}

export function decide(decider: Omit<Decider, 'projectId'>, uid: string, decision: object): Promise<Answer> {
  return call(`${decider.baseUrl}/oauth/interactions/${uid}/decision`, {
    method: 'POST',
    headers: { authorization: `Bearer ${decider.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  });
}

/** Approves a pending interaction in the browser that it began in; gives the address at which the client is answered. */
export async function approve(browser: Browser, decider: Decider, uid: string): Promise<URL> {
  const decided = await decide(decider, uid, { approve: true, project_id: decider.projectId });
  if (decided.status !== 200) throw new Error(`not decided: ${decided.status} ${decided.text}`);
  return goOn(browser, decided.body.next);
}

/** From the decision to the client. */
export async function goOn(browser: Browser, next: string): Promise<URL> {
  const finished = await browser.visit(next);
  if (finished.location === undefined) throw new Error(`not finished: ${finished.status} ${finished.text}`);
  const resumed = await browser.visit(finished.location.href);
  if (resumed.location === undefined) throw new Error(`not resumed: ${resumed.status} ${resumed.text}`);
  return resumed.location;
}

/** Follows a client's authorization request to the end, approving; gives the address at which the client is answered. */
export async function walk(decider: Decider, authorization: string, browser: Browser = createBrowser()): Promise<URL> {
  return approve(browser, decider, interactionIn(await browser.visit(authorization)));
}

/** An approved request's code and what is needed to exchange it. */
export async function newCode(decider: Decider, client: FlowClient): Promise<{ readonly code: string; readonly pkce: Pkce }> {
  const pkce = newPkce();
  const answered = await walk(decider, authorizationUrl(decider.baseUrl, requestOf(client, pkce)));
  return { code: answered.searchParams.get('code') ?? '', pkce };
}

export function postForm(address: string, form: Readonly<Record<string, string>>, headers: Record<string, string> = {}): Promise<Answer> {
  return call(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
}

export function exchange(
  baseUrl: string,
  client: FlowClient,
  { code, pkce }: { readonly code: string; readonly pkce: Pkce },
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
    ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
    code_verifier: pkce.verifier,
    ...more,
  });
}

/** A token of a fresh connection. */
export async function newToken(decider: Decider, client?: FlowClient): Promise<{ readonly token: string; readonly client: FlowClient }> {
  const known = client ?? (await newClient(decider.baseUrl));
  const { status, body, text } = await exchange(decider.baseUrl, known, await newCode(decider, known));
  if (status !== 200) throw new Error(`no token: ${status} ${text}`);
  return { token: body.access_token, client: known };
}
