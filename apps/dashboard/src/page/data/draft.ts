import { useCallback, useState } from 'react';

const drafts = new Map<string, string>();

/** A text that somebody writes. It is there again when they come back to it, until the page is loaded anew or it is forgotten. */
export function useDraft(key: string, begin: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(key) ?? begin);
  const write = useCallback(
    (next: string) => {
      drafts.set(key, next);
      setText(next);
    },
    [key],
  );
  return [text, write];
}

/** Forgets what was written under keys that begin so; without a beginning everything, as when somebody else signs in. */
export function forgetDrafts(beginning = ''): void {
  for (const key of drafts.keys()) if (key.startsWith(beginning)) drafts.delete(key);
}

/** Whether something is written that a page that is loaded anew would not have. */
export const hasDrafts = (): boolean => drafts.size > 0;
