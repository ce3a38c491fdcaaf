import type { Issue } from './fault.ts';
import type { Busy, Dead, Notice } from './flow-state.ts';

const plainNotices: Readonly<Record<Exclude<Notice['kind'], 'rate-limited' | 'invalid'>, string>> = {
  'wrong-credentials': 'The e-mail or the password is wrong.',
  'cannot-enter': 'If that e-mail has an account already, sign in with its own password.',
  'session-ended': 'Your session has ended. Sign in again to go on.',
  'choices-changed': 'What you may choose from has changed. Check your choice and try again.',
  'no-project': 'Choose a workspace with a project, or create a project first.',
  offline: 'Cairn cannot be reached. Check your connection and try again.',
  conflict: 'There is one already. Choose another.',
  forbidden: 'Your role does not allow that here.',
  gone: 'That is no longer there.',
  unauthorized: 'Sign in to go on.',
  unavailable: 'Cairn cannot answer at the moment. Try again in a minute.',
};

/** What a notice says. */
export function noticeText(notice: Notice): string {
  if (notice.kind === 'rate-limited') return `Too many attempts. Try again ${waitText(notice.retryAfterSeconds)}.`;
  return notice.kind === 'invalid' ? invalidText(notice.issues) : plainNotices[notice.kind];
}

function invalidText([first]: readonly Issue[]): string {
  if (first?.path === 'email') return 'That is not an e-mail address. It looks like name@example.com.';
  if (first?.path === 'password') return `The password ${first.message}.`;
  if (first?.path === 'name') return `The name ${first.message}.`;
  return 'That was not taken. Check what you entered.';
}

/** When to try again. */
function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'later';
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

/** What the page says while it waits. */
export const busyText: Readonly<Record<Busy, string>> = {
  'signing-in': 'Signing in…',
  'signing-up': 'Creating your account…',
  approving: 'Allowing…',
  denying: 'Denying…',
  'making-project': 'Creating the project…',
  leaving: 'Signing out…',
};

export interface Ending {
  readonly title: string;
  readonly lines: readonly string[];
  /** Whether to look again can help. */
  readonly canRetry: boolean;
}

/** What a page says that can go no further. */
export const endings: Readonly<Record<Dead, Ending>> = {
  expired: {
    title: 'This request has ended',
    lines: ['It was answered already, or it waited for more than 15 minutes.', 'Go back to the app and connect again.'],
    canRetry: false,
  },
  'wrong-browser': {
    title: 'Opened in another browser',
    lines: [
      'The app began this in a different browser or profile than this one, so nothing was allowed.',
      'If you are connecting an app yourself, begin again there and stay in the browser that it opens. If somebody sent you a link to this page, you can close it.',
    ],
    canRetry: false,
  },
  'no-request': {
    title: 'Nothing to allow here',
    lines: ['Apps open this page when you connect them to Cairn. Begin in the app.'],
    canRetry: false,
  },
  refused: {
    title: 'This request cannot be answered',
    lines: ['The app asked for something that Cairn does not offer. Nothing was allowed.', 'Go back to the app and connect again.'],
    canRetry: false,
  },
  offline: {
    title: 'Cairn cannot be reached',
    lines: ['Check your connection, then try again. The app is still waiting.'],
    canRetry: true,
  },
  unavailable: {
    title: 'Cairn cannot answer at the moment',
    lines: ['Try again in a minute. The app is still waiting.'],
    canRetry: true,
  },
  'rate-limited': {
    title: 'Too many requests',
    lines: ['Wait a minute, then try again.'],
    canRetry: true,
  },
};

/** What an app that is let in can do, in the order in which people care. */
export const abilities: readonly string[] = [
  'Read the memories that you and your apps keep in this project',
  'Save new memories, and change or delete those it saved',
  'Search and read the documents in this project',
];

/** What it cannot. */
export const limits = 'It cannot see other projects, your password or your account, and you can disconnect it at any time.';
