import { call, callerFor } from './caller.ts';
import type { Answer, Caller } from './caller.ts';
import type { Account } from './start-product.ts';

/** A person who is signed in: makes projects and keys. */
export interface Person {
  readonly baseUrl: string;
  readonly token: string;
  readonly workspaceId: string;
  /** The project that the first start made. */
  readonly firstProjectId: string;
  /** Works in that project. */
  in(projectId: string): Caller;
  makeProject(name: string): Promise<string>;
  makeKey(projectId: string, name: string): Promise<{ readonly id: string; readonly secret: string }>;
}

/** Signs the first account in. */
export async function signIn({ baseUrl, account }: { baseUrl: string; account: Account }): Promise<Person> {
  const { session_token: token } = good(await postSignIn(baseUrl, account)).body;
  const plain = callerFor(baseUrl, token);
  const [workspace] = good(await plain.rest('GET', '/auth/me')).body.workspaces;
  const inProject = (projectId: string): Caller => callerFor(baseUrl, token, { 'x-service-project-id': projectId });
  return {
    baseUrl,
    token,
    workspaceId: workspace.id,
    firstProjectId: workspace.projects[0].id,
    in: inProject,
    async makeProject(name) {
      return good(await plain.rest('POST', '/v1/projects', { name, workspace_id: workspace.id })).body.id;
    },
    async makeKey(projectId, name) {
      const { id, key } = good(await inProject(projectId).rest('POST', '/v1/api-keys', { name })).body;
      return { id, secret: key };
    },
  };
}

export function postSignIn(baseUrl: string, { email, password }: Pick<Account, 'email' | 'password'>): Promise<Answer> {
  const body = JSON.stringify({ email, password });
  return call(`${baseUrl}/auth/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

function good(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`the product refused to set the stage: ${answer.status} ${answer.text}`);
}
