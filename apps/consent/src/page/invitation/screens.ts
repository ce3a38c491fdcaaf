import { accountLine } from '../shared/account-line.ts';
import { h } from '../shared/dom.ts';
import { doorForm } from '../shared/door-form.ts';
import type { Door } from '../shared/door.ts';
import { endingScreen, loadingScreen } from '../shared/ending-screen.ts';
import { heading, noticeLine, workButton } from '../shared/parts.ts';
import type { Screen } from '../shared/screen.ts';
import type { Invitation } from './api.ts';
import type { InvitationFlow } from './flow.ts';
import type { State } from './flow-state.ts';
import { endings, invitationWords, roleText } from './words.ts';

type StateOf<Name extends State['screen']> = Extract<State, { readonly screen: Name }>;

interface Around {
  readonly flow: InvitationFlow;
  /** The path that the dashboard is below. */
  readonly appPath: string;
}

/** The screen that shows a state. */
export function screenFor(state: State, { flow, appPath }: Around): Screen<never> {
  if (state.screen === 'loading') return loadingScreen('Join a workspace', 'Looking at the invitation…');
  if (state.screen === 'joining') return joiningScreen(state, flow);
  if (state.screen === 'joined') return joinedScreen(state, appPath);
  return state.screen === 'dead' ? endingScreen(endings[state.reason], () => void flow.open()) : doorScreen(state, flow);
}

/** What a state is about: while it stays the same, so does the screen. */
export function subjectOf(state: State): unknown {
  if ('invitation' in state) return state.invitation;
  return 'reason' in state ? state.reason : undefined;
}

const title = ({ workspace }: Invitation): string => `Join ${workspace}`;

/** What it is to. */
const head = ({ workspace }: Invitation): HTMLElement => heading('Join ', h('q', {}, h('bdi', {}, workspace)));

/** Whose word that is, and what it brings. */
const about = ({ role, invitedBy, isBound }: Invitation): readonly Node[] => [
  h('p', {}, h('bdi', { class: 'email' }, invitedBy), ' invites you to this workspace. ', roleText[role] ?? ''),
  ...(isBound ? [h('p', { class: 'hint' }, 'The invitation is for one e-mail address: the one it was sent to.')] : []),
];

function doorScreen({ screen, invitation }: StateOf<Door>, flow: InvitationFlow): Screen<StateOf<Door>> {
  const form = doorForm(
    screen,
    {
      signIn: (credentials) => flow.signIn(credentials),
      signUp: (credentials) => flow.signUp(credentials),
      goTo: (door) => flow.goTo(door),
    },
    invitationWords,
  );
  return {
    title: title(invitation),
    focus: form.focus,
    nodes: [head(invitation), ...about(invitation), ...form.nodes],
    update: (state) => form.update(state),
  };
}

function joiningScreen({ invitation, person }: StateOf<'joining'>, flow: InvitationFlow): Screen<StateOf<'joining'>> {
  const top = head(invitation);
  const notice = noticeLine(invitationWords);
  const button = workButton('Join', { work: 'joining', kind: 'primary', click: () => void flow.join() });
  return {
    title: title(invitation),
    focus: top,
    nodes: [top, ...about(invitation), notice.element, button.element, accountLine(person, () => void flow.switchAccount())],
    update(state) {
      notice.update(state.notice);
      button.update(state.busy);
    },
  };
}

/** The tab keeps the session, so whoever goes on in it is signed in there. */
function joinedScreen({ invitation, workspaceId }: StateOf<'joined'>, appPath: string): Screen<StateOf<'joined'>> {
  const top = heading('You are in ', h('q', {}, h('bdi', {}, invitation.workspace)));
  return {
    title: 'Joined',
    focus: top,
    nodes: [
      top,
      h('p', { role: 'status' }, roleText[invitation.role] ?? ''),
      h(
        'a',
        { class: 'primary', href: `${appPath}${workspaceId === undefined ? '/' : `/workspaces/${workspaceId}/projects`}` },
        'Open Cairn',
      ),
    ],
    update() {},
  };
}
