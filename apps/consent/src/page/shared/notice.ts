import type { Fault, Issue } from './fault.ts';

/** Something to tell the person on the screen they are on. */
export type Notice = Fault | { readonly kind: 'wrong-credentials' | 'cannot-enter' | 'session-ended' | 'choices-changed' | 'no-project' };

/** What a person can be doing when the page waits for the server. */
export type Busy = 'signing-in' | 'signing-up' | 'leaving' | 'approving' | 'denying' | 'making-project' | 'joining';

/** What of a state is about waiting. */
export interface Waiting {
  readonly busy: Busy | undefined;
  readonly notice: Notice | undefined;
}

type PlainKind = Exclude<Notice['kind'], 'rate-limited' | 'invalid'>;

/** Words of a page for what means something of its own there. */
export type OwnWords = Readonly<Partial<Record<PlainKind, string>>>;

const plainNotices: Readonly<Record<PlainKind, string>> = {
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
export function noticeText(notice: Notice, own: OwnWords = {}): string {
  if (notice.kind === 'rate-limited') return `Too many attempts. Try again ${waitText(notice.retryAfterSeconds)}.`;
  return notice.kind === 'invalid' ? invalidText(notice.issues) : (own[notice.kind] ?? plainNotices[notice.kind]);
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
  joining: 'Joining…',
};
