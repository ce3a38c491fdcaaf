import type { Client, Project, Workspace } from './asked.ts';
import type { Fault } from './fault.ts';
import { createSend, type Ask, type Result } from './send.ts';
import type { Session } from './session.ts';

export interface Interaction {
  readonly client: Client;
  /** Given to a person who is signed in. */
  readonly workspaces: readonly Workspace[] | undefined;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The calls that the page makes. */
export interface Api {
  interaction(uid: string, token: string | undefined): Promise<Result<Interaction>>;
  /** Gives where to go next: an address of the server, which alone sends the browser on to the app. */
  decide(decision: Decision): Promise<Result<string>>;
  signIn(credentials: Credentials): Promise<Result<Session>>;
  signUp(credentials: Credentials): Promise<Result<unknown>>;
  /** Whether the server lets people make accounts by themselves. */
  canSignUp(): Promise<boolean>;
  signOut(token: string): Promise<Result<unknown>>;
  /** Gives its id. */
  makeWorkspace(token: string, name: string): Promise<Result<string>>;
  /** Gives its id. */
  makeProject(token: string, project: { readonly name: string; readonly workspaceId: string }): Promise<Result<string>>;
}

export interface Decision {
  readonly uid: string;
  readonly token: string;
  /** The project to let the app into; undefined denies. */
  readonly projectId: string | undefined;
}

/** The API of the server at `baseUrl`. */
export function createApi(baseUrl: string, ask: Ask): Api {
  const send = createSend(baseUrl, ask);
  const interactionPath = (uid: string): string => `/oauth/interactions/${encodeURIComponent(uid)}`;
  return {
    interaction: async (uid, token) => read(await send(interactionPath(uid), { token }), interactionIn),
    async decide({ uid, token, projectId }) {
      const body = projectId === undefined ? { approve: false } : { approve: true, project_id: projectId };
      const answer = await send(`${interactionPath(uid)}/decision`, { method: 'POST', token, body });
      return read(answer, (given) => addressIn(given, baseUrl));
    },
    signIn: async (body) => read(await send('/auth/sign-in', { method: 'POST', body }), sessionIn),
    signUp: (body) => send('/auth/sign-up', { method: 'POST', body }),
    async canSignUp() {
      const answer = await send('/auth/sign-up', {});
      return answer.ok && fieldsOf(answer.value)['mode'] === 'open';
    },
    signOut: (token) => send('/auth/sign-out', { method: 'POST', token }),
    makeWorkspace: async (token, name) => read(await send('/v1/workspaces', { method: 'POST', token, body: { name } }), idIn),
    async makeProject(token, { name, workspaceId }) {
      return read(await send('/v1/projects', { method: 'POST', token, body: { name, workspace_id: workspaceId } }), idIn);
    },
  };
}

const unreadable: Fault = { kind: 'unavailable' };

/** What a success holds; an answer of another form (a proxy's page, another release) counts as none. */
function read<Value>(result: Result<unknown>, take: (body: Fields) => Value | undefined): Result<Value> {
  if (!result.ok) return result;
  const value = take(fieldsOf(result.value));
  return value === undefined ? { ok: false, fault: unreadable } : { ok: true, value };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

function interactionIn(body: Fields): Interaction | undefined {
  const given = fieldsOf(body['client']);
  const id = textIn(given, 'id');
  const redirectHost = textIn(given, 'redirect_host');
  if (id === undefined || redirectHost === undefined) return undefined;
  const client: Client = {
    id,
    name: textIn(given, 'name') ?? '',
    redirectHost,
    isLoopback: given['is_loopback'] === true,
    isVerified: given['is_verified'] === true,
  };
  const { workspaces } = body;
  return { client, workspaces: Array.isArray(workspaces) ? workspaces.flatMap(workspaceIn) : undefined };
}

function workspaceIn(value: unknown): Workspace[] {
  const fields = fieldsOf(value);
  const { projects } = fields;
  const role = textIn(fields, 'role');
  return namedIn(fields).flatMap((named) =>
    role === undefined ? [] : [{ ...named, role, projects: Array.isArray(projects) ? projects.map(fieldsOf).flatMap(namedIn) : [] }],
  );
}

function namedIn(fields: Fields): Project[] {
  const id = textIn(fields, 'id');
  const name = textIn(fields, 'name');
  return id === undefined || name === undefined ? [] : [{ id, name }];
}

function sessionIn(body: Fields): Session | undefined {
  const token = textIn(body, 'session_token');
  const user = fieldsOf(body['user']);
  const id = textIn(user, 'id');
  const email = textIn(user, 'email');
  return token === undefined || id === undefined || email === undefined ? undefined : { token, person: { id, email } };
}

const idIn = (body: Fields): string | undefined => textIn(body, 'id');

/** The page goes to no place but the server's own, whatever it is told. A relative address would be the page's own. */
function addressIn(body: Fields, baseUrl: string): string | undefined {
  const text = textIn(body, 'next');
  const address = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return address?.origin === new URL(baseUrl).origin ? address.href : undefined;
}
