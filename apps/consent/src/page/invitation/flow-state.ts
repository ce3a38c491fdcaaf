import type { Door } from '../shared/door.ts';
import type { Busy, Notice, Waiting } from '../shared/notice.ts';
import type { Person } from '../shared/person.ts';
import type { Invitation } from './api.ts';

/** Why the page can go no further. */
export type Dead = 'gone' | 'no-invitation' | 'offline' | 'unavailable' | 'rate-limited';

export type State =
  | { readonly screen: 'loading' }
  | ({ readonly screen: Door; readonly invitation: Invitation } & Waiting)
  | ({ readonly screen: 'joining'; readonly invitation: Invitation; readonly person: Person } & Waiting)
  /** Without an id the workspace is the only one that the person is in. */
  | { readonly screen: 'joined'; readonly invitation: Invitation; readonly workspaceId: string | undefined }
  | { readonly screen: 'dead'; readonly reason: Dead };

export type Event =
  | { readonly type: 'retried' }
  | { readonly type: 'died'; readonly reason: Dead }
  /** The server told what the invitation is to. */
  | { readonly type: 'looked'; readonly invitation: Invitation; readonly person: Person | undefined }
  | { readonly type: 'door-chosen'; readonly door: Door }
  | { readonly type: 'sent'; readonly busy: Busy }
  | { readonly type: 'refused'; readonly notice: Notice }
  | { readonly type: 'entered'; readonly person: Person }
  /** Nobody is signed in any more; with a notice, not by their own doing. */
  | { readonly type: 'left'; readonly notice: Notice | undefined }
  | { readonly type: 'joined'; readonly workspaceId: string | undefined };

const still: Waiting = { busy: undefined, notice: undefined };

/** What the page shows after an event. Events that the screen does not know leave it as it is: an answer may come late. */
export function next(state: State, event: Event): State {
  if (event.type === 'retried') return { screen: 'loading' };
  if (event.type === 'died') return { screen: 'dead', reason: event.reason };
  if (event.type === 'looked') return looked(event);
  return 'invitation' in state && state.screen !== 'joined' ? invited(state, event) : state;
}

/** Most who follow an invitation have no account yet. */
function looked({ invitation, person }: Extract<Event, { type: 'looked' }>): State {
  return person === undefined ? { screen: 'sign-up', invitation, ...still } : { screen: 'joining', invitation, person, ...still };
}

type Invited = Extract<State, Waiting>;
type InnerEvent = Exclude<Event, { readonly type: 'retried' | 'died' | 'looked' }>;

function invited(state: Invited, event: InnerEvent): State {
  const { invitation } = state;
  if (event.type === 'sent') return { ...state, busy: event.busy, notice: undefined };
  if (event.type === 'refused') return { ...state, busy: undefined, notice: event.notice };
  if (event.type === 'entered') return { screen: 'joining', invitation, person: event.person, ...still };
  if (event.type === 'left') return { screen: 'sign-in', invitation, busy: undefined, notice: event.notice };
  if (event.type === 'joined') return { screen: 'joined', invitation, workspaceId: event.workspaceId };
  return state.screen === 'joining' ? state : { screen: event.door, invitation, ...still };
}
