import type { Ending } from '../shared/ending-screen.ts';
import type { OwnWords } from '../shared/notice.ts';
import type { Dead } from './flow-state.ts';

/** What notices mean on this page. */
export const invitationWords: OwnWords = {
  forbidden: 'This invitation is for another e-mail address. Use that one.',
  conflict: 'You are a member already, or the workspace is full.',
};

/** What the roles let people do. */
export const roleText: Readonly<Record<string, string>> = {
  admin: 'As an admin you can manage members and projects.',
  approver: 'As an approver you can decide on actions that wait for approval, and work in its projects.',
  member: 'As a member you can work in its projects and connect apps.',
  viewer: 'As a viewer you can read its memories and documents.',
};

/** What the page says when it can go no further. */
export const endings: Readonly<Record<Dead, Ending>> = {
  gone: {
    title: 'This invitation has ended',
    lines: ['It was used or taken back, or its time is over.', 'Ask whoever invited you for a new one.'],
    canRetry: false,
  },
  'no-invitation': {
    title: 'Nothing to join here',
    lines: ['Open the whole link that you were given, with what is behind the # in it.'],
    canRetry: false,
  },
  offline: {
    title: 'Cairn cannot be reached',
    lines: ['Check your connection, then try again.'],
    canRetry: true,
  },
  unavailable: {
    title: 'Cairn cannot answer at the moment',
    lines: ['Try again in a minute.'],
    canRetry: true,
  },
  'rate-limited': {
    title: 'Too many requests',
    lines: ['Wait a minute, then try again.'],
    canRetry: true,
  },
};
