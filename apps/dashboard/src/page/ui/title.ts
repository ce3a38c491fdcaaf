import { useSyncExternalStore } from 'react';

let title = 'Cairn';
let count = '';
const listeners = new Set<() => void>();

const show = (): void => {
  document.title = count === '' ? title : `(${count}) ${title}`;
};

/** What the window is called, by its page. */
export function setTitle(parts: readonly (string | undefined)[]): void {
  title = [...parts, 'Cairn'].filter(Boolean).join(' · ');
  show();
}

/** How many things wait for the person, told before the title of every page; empty: none. */
export function setTitleCount(words: string): void {
  count = words;
  show();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same, wherever else it is shown. */
export const useTitleCount = (): string => useSyncExternalStore(subscribe, () => count);
