import { randomUUID } from 'node:crypto';
import { newAddress } from '../auth/addresses.ts';
import { call, callerFor } from '../product/caller.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Stage } from '../product/stage.ts';

/** Somebody with an account, signed in. */
export interface Someone {
  readonly email: string;
  readonly password: string;
  readonly id: string;
  readonly token: string;
  /** With the session, in no project. */
  readonly rest: Caller['rest'];
  /** With the session, in that project, at the first product or at another. */
  in(projectId: string, baseUrl?: string): Caller;
}

/** Somebody with a workspace of their own and a project in it. */
export interface Owner extends Someone {
  readonly workspaceId: string;
  readonly projectId: string;
}

/** Posts JSON without a credential, from an address of its own. */
export function post(baseUrl: string, path: string, body: unknown, headers: Record<string, string> = newAddress()): Promise<Answer> {
  return call(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export const newEmail = (): string => `someone-${randomUUID()}@example.org`;

/** Signs up and in. */
export async function newOwner(stage: Pick<Stage, 'product'>): Promise<Owner> {
  const someone = await signUp(stage);
  const [workspace] = (await someone.rest('GET', '/auth/me')).body.workspaces;
  return { ...someone, workspaceId: workspace.id, projectId: workspace.projects[0].id };
}

/** Signs up, with an invitation where one is given, and in. */
export async function signUp(stage: Pick<Stage, 'product'>, invitation?: string): Promise<Someone> {
  const { baseUrl } = stage.product;
  const account = { email: newEmail(), password: `a heron ${randomUUID()}` };
  must(await post(baseUrl, '/auth/sign-up', { ...account, ...(invitation !== undefined && { invitation }) }), 201);
  return signIn(baseUrl, account);
}

export async function signIn(baseUrl: string, { email, password }: Pick<Someone, 'email' | 'password'>): Promise<Someone> {
  const { session_token: token, user } = must(await post(baseUrl, '/auth/sign-in', { email, password }), 200).body;
  const caller = callerFor(baseUrl, token, newAddress());
  return {
    email,
    password,
    id: user.id,
    token,
    rest: (...asked) => caller.rest(...asked),
    in: (projectId, at = baseUrl) => callerFor(at, token, { 'x-service-project-id': projectId, ...newAddress() }),
  };
}

/** Makes a link to the owner's workspace and gives its token. */
export async function invite(owner: Owner, wish: object): Promise<string> {
  return must(await owner.rest('POST', `/v1/workspaces/${owner.workspaceId}/invitations`, wish), 201).body.token;
}

/** Another person in the owner's workspace. */
export async function newMember(stage: Pick<Stage, 'product'>, owner: Owner, role: string): Promise<Someone> {
  return signUp(stage, await invite(owner, { role }));
}

/** An API key of that person in a project. */
export async function newKey(someone: Someone, projectId: string): Promise<string> {
  return must(await someone.in(projectId).rest('POST', '/v1/api-keys', { name: 'key' }), 201).body.key;
}

export function memberPath(owner: Owner, { id }: Someone): string {
  return `/v1/workspaces/${owner.workspaceId}/members/${id}`;
}

/** The answer, when it has that status. */
function must(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
}

/** An answer without what is of one request alone. */
export function impersonal({ status, text, headers }: Answer, ...own: readonly string[]): unknown {
  const plain = own.reduce(
    (rest, word) => rest.replaceAll(word, '<own>'),
    text.replaceAll(headers.get('x-request-id') ?? ' ', '<request>'),
  );
  const names = [...headers.keys()].toSorted((a, b) => a.localeCompare(b));
  return { status, plain, names };
}
