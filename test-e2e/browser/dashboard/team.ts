import { callerFor } from '../../product/caller.ts';
import type { Caller } from '../../product/caller.ts';
import type { Somebody, Stage } from '../stage.ts';
import { newDesk, openedAs, sessionOf } from './dashboard-page.ts';
import type { DashboardPage, Desk, Opened } from './dashboard-page.ts';

/** Somebody of a desk's workspace. */
export interface Colleague {
  readonly somebody: Somebody;
  readonly id: string;
  /** Signed in, in the desk's project. */
  readonly api: Caller;
  /** A tab of theirs at a page of the project. */
  open(path: string, options?: Opened): Promise<DashboardPage>;
}

/** A desk with an agent of its owner's. */
export interface Workshop extends Desk {
  readonly agent: Caller;
}

export async function newWorkshop(stage: Stage, name?: string): Promise<Workshop> {
  const desk = await newDesk(stage, name);
  const { secret } = await desk.person.makeKey(desk.projectId, 'agent');
  return { ...desk, agent: callerFor(stage.place.baseUrl, secret) };
}

/** Invites somebody new in a role. */
export async function newColleague(stage: Stage, desk: Desk, role: string): Promise<Colleague> {
  const invitation = await desk.api.rest('POST', `/v1/workspaces/${desk.person.workspaceId}/invitations`, { role });
  const somebody = await stage.newPerson();
  const { token, user } = await sessionOf(stage, somebody);
  const api = callerFor(stage.place.baseUrl, token, { 'x-service-project-id': desk.projectId });
  const accepted = await api.rest('POST', '/v1/invitations/accept', { token: invitation.body.token });
  if (accepted.status !== 200) throw new Error(`nobody joined: ${accepted.text}`);
  return {
    somebody,
    id: user.id,
    api,
    open: (path, options) => openedAs(stage, somebody, { path: `/projects/${desk.projectId}/${path}`, ...options }),
  };
}

interface Loner {
  readonly agent: Caller;
  /** A tab of theirs at a page of their project. */
  open(path: string): Promise<DashboardPage>;
}

/** Somebody new who is alone in their workspace, with an agent in the project that it began with. */
export async function newLoner(stage: Stage): Promise<Loner> {
  const somebody = await stage.newPerson();
  const { token } = await sessionOf(stage, somebody);
  const [workspace] = (await callerFor(stage.place.baseUrl, token).rest('GET', '/auth/me')).body.workspaces;
  const projectId: string = workspace.projects[0].id;
  const api = callerFor(stage.place.baseUrl, token, { 'x-service-project-id': projectId });
  const { key } = (await api.rest('POST', '/v1/api-keys', { name: 'agent' })).body;
  return {
    agent: callerFor(stage.place.baseUrl, key),
    open: (path) => openedAs(stage, somebody, { path: `/projects/${projectId}/${path}` }),
  };
}
