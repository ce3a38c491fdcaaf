import { useSyncExternalStore } from 'react';
import { createSessionStore } from './session-store.ts';
import type { Line, Session } from './session-store.ts';

/** Who is signed in on this page. */
export const session = createSessionStore(() => sessionStorage, lineToOtherTabs());

function lineToOtherTabs(): Line | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const channel = new BroadcastChannel('cairn.session');
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone and takes no other
    say: (word) => channel.postMessage(word),
    hear: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  };
}

/** Who is signed in, as it changes. */
export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.read);
