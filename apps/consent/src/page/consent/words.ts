import type { Ending } from '../shared/ending-screen.ts';
import type { Dead } from './flow-state.ts';

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

const reading = 'Read the memories that you and your apps keep in this project';
const saving = 'Save new memories, and change or delete those it saved';
const searching = 'Search and read the documents in this project';

/** What an app that is let in can do, in the order in which people care: what the person may do there, and so no saving for a viewer. */
export const abilitiesOf = (role: string): readonly string[] => (role === 'viewer' ? [reading, searching] : [reading, saving, searching]);

/** What it cannot. */
export const limits = 'It cannot see other projects, your password or your account, and you can disconnect it at any time.';
