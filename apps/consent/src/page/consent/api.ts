import { fieldsOf, read, textIn } from '../shared/json.ts';
import type { Fields } from '../shared/json.ts';
import { createPeopleApi } from '../shared/people-api.ts';
import type { PeopleApi } from '../shared/people-api.ts';
import { createSend } from '../shared/send.ts';
import type { Ask, Result } from '../shared/send.ts';
import type { Client, Project, Workspace } from './asked.ts';

export interface Interaction {
  readonly client: Client;
  /** Given to a person who is signed in. */
  readonly workspaces: readonly Workspace[] | undefined;
}

/** The calls that the page makes. */
export interface Api extends PeopleApi {
  interaction(uid: string, token: string | undefined): Promise<Result<Interaction>>;
  /** Gives where to go next: an address of the server, which alone sends the browser on to the app. */
  decide(decision: Decision): Promise<Result<string>>;
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
    ...createPeopleApi(send),
    interaction: async (uid, token) => read(await send(interactionPath(uid), { token }), interactionIn),
    async decide({ uid, token, projectId }) {
      const body = projectId === undefined ? { approve: false } : { approve: true, project_id: projectId };
      const answer = await send(`${interactionPath(uid)}/decision`, { method: 'POST', token, body });
      return read(answer, (given) => addressIn(given, baseUrl));
    },
    makeWorkspace: async (token, name) => read(await send('/v1/workspaces', { method: 'POST', token, body: { name } }), idIn),
    async makeProject(token, { name, workspaceId }) {
      return read(await send('/v1/projects', { method: 'POST', token, body: { name, workspace_id: workspaceId } }), idIn);
    },
  };
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

const idIn = (body: Fields): string | undefined => textIn(body, 'id');

/** The page goes to no place but the server's own, whatever it is told. A relative address would be the page's own. */
function addressIn(body: Fields, baseUrl: string): string | undefined {
  const text = textIn(body, 'next');
  const address = text === undefined ? undefined : urlOf(text);
  return address?.origin === new URL(baseUrl).origin ? address.href : undefined;
}

/** Browsers that know no `URL.canParse` are still about. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
