import type { Door } from '../shared/door.ts';
import type { Busy, Notice, Waiting } from '../shared/notice.ts';
import type { Person } from '../shared/person.ts';
import type { Choice, Client, Workspace } from './asked.ts';
import { choiceOfProject, choiceOfWorkspace, firstChoice } from './choosing.ts';

/** Why the page can go no further. */
export type Dead = 'expired' | 'wrong-browser' | 'no-request' | 'offline' | 'unavailable' | 'rate-limited' | 'refused';

export type State =
  | { readonly screen: 'loading' }
  | ({ readonly screen: Door } & AtTheDoor)
  | ({ readonly screen: 'consent' } & Inside & { readonly choice: Choice })
  | ({ readonly screen: 'new-project' } & Inside & { readonly choice: Choice | undefined })
  | { readonly screen: 'done'; readonly client: Client; readonly outcome: Outcome }
  | { readonly screen: 'dead'; readonly reason: Dead };

/** `approved` and `denied` are told to the app by the server, which the page then leaves for. */
export type Outcome = 'approved' | 'denied';

interface AtTheDoor extends Waiting {
  readonly client: Client;
  /** Whether people may make accounts here by themselves. */
  readonly canSignUp: boolean;
}

interface Inside extends AtTheDoor {
  readonly person: Person;
  /** Those in which the person may let an app in; the server leaves others out. */
  readonly workspaces: readonly Workspace[];
}

export type Event =
  /** The server told who asks; nobody is signed in. */
  | { readonly type: 'asked'; readonly client: Client; readonly canSignUp: boolean; readonly notice?: Notice }
  /** The server told who asks and what the person may choose from. */
  | (Omit<Inside, keyof Waiting> & { readonly type: 'admitted'; readonly remembered: string | undefined; readonly notice?: Notice })
  | { readonly type: 'door-chosen'; readonly door: Door }
  | { readonly type: 'workspace-chosen'; readonly workspaceId: string }
  | { readonly type: 'project-chosen'; readonly projectId: string }
  | { readonly type: 'new-project-wanted' }
  | { readonly type: 'new-project-given-up' }
  | { readonly type: 'sent'; readonly busy: Busy }
  | { readonly type: 'refused'; readonly notice: Notice }
  | { readonly type: 'session-ended' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'decided'; readonly outcome: Outcome }
  | { readonly type: 'died'; readonly reason: Dead }
  | { readonly type: 'retried' };

const still: Waiting = { busy: undefined, notice: undefined };

/** What the page shows after an event. Events that the screen does not know leave it as it is: an answer may come late. */
export function next(state: State, event: Event): State {
  if (event.type === 'retried') return { screen: 'loading' };
  if (event.type === 'died') return { screen: 'dead', reason: event.reason };
  if (event.type === 'asked') return asked(event);
  if (event.type === 'admitted') return admitted(event);
  if (state.screen === 'consent') return onConsent(state, event);
  if (state.screen === 'new-project') return onNewProject(state, event);
  if (state.screen === 'sign-in' || state.screen === 'sign-up') return atTheDoor(state, event);
  return state;
}

type InnerEvent = Exclude<Event, { readonly type: 'asked' | 'admitted' | 'died' | 'retried' }>;

function asked({ client, canSignUp, notice }: Extract<Event, { type: 'asked' }>): State {
  return { screen: 'sign-in', client, canSignUp, busy: undefined, notice };
}

function admitted({ client, canSignUp, person, workspaces, remembered, notice }: Extract<Event, { type: 'admitted' }>): State {
  const choice = firstChoice(workspaces, remembered);
  const inside = { client, canSignUp, person, workspaces, busy: undefined, notice };
  return choice === undefined ? { ...inside, screen: 'new-project', choice } : { ...inside, screen: 'consent', choice };
}

function atTheDoor(state: Extract<State, { screen: Door }>, event: InnerEvent): State {
  return event.type === 'door-chosen' ? { ...state, ...still, screen: event.door } : waiting(state, event);
}

function onConsent(state: Extract<State, { screen: 'consent' }>, event: InnerEvent): State {
  const { workspaces, choice } = state;
  if (event.type === 'workspace-chosen') return { ...state, ...still, choice: choiceOfWorkspace(workspaces, event.workspaceId) ?? choice };
  if (event.type === 'project-chosen') return { ...state, ...still, choice: choiceOfProject(workspaces, event.projectId) ?? choice };
  if (event.type === 'new-project-wanted') return { ...state, ...still, screen: 'new-project' };
  return leaving(state, event) ?? waiting(state, event);
}

function onNewProject(state: Extract<State, { screen: 'new-project' }>, event: InnerEvent): State {
  const { choice } = state;
  if (event.type === 'new-project-given-up' && choice !== undefined) return { ...state, ...still, choice, screen: 'consent' };
  return leaving(state, event) ?? waiting(state, event);
}

function waiting<Here extends State & Waiting>(state: Here, event: InnerEvent): Here {
  if (event.type === 'sent') return { ...state, busy: event.busy, notice: undefined };
  if (event.type === 'refused') return { ...state, busy: undefined, notice: event.notice };
  return state;
}

/** Done, or back to the door, signed out or thrown out. */
function leaving({ client, canSignUp }: AtTheDoor, event: InnerEvent): State | undefined {
  if (event.type === 'decided') return { screen: 'done', client, outcome: event.outcome };
  const door = { screen: 'sign-in', client, canSignUp, busy: undefined } as const;
  if (event.type === 'session-ended') return { ...door, notice: { kind: 'session-ended' } };
  if (event.type === 'signed-out') return { ...door, notice: undefined };
  return undefined;
}

/** The state of one screen. */
export type StateOf<Name extends State['screen']> = Extract<State, { readonly screen: Name }>;
