import { useCallback, useState } from 'react';
import { session } from '../session/session.ts';

/** Texts by person and key: nobody is shown what somebody else wrote. */
const drafts = new Map<string, string>();

const keyOf = (key: string): string => `${session.read()?.person.id ?? ''} ${key}`;

/**
 * A text that somebody writes. It is there again when they come back to it, also behind the door when their session ended meanwhile, until the
 * page is loaded anew or it is forgotten.
 */
export function useDraft(key: string, begin: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(keyOf(key)) ?? begin);
  const write = useCallback(
    (next: string) => {
      drafts.set(keyOf(key), next);
      setText(next);
    },
    [key],
  );
  return [text, write];
}

/** Forgets what the person wrote under keys that begin so. */
export const forgetDrafts = (beginning: string): void => forget((key) => key.startsWith(keyOf(beginning)));

/** Forgets what was written by anybody else than that person; undefined: by anybody. */
export const keepDraftsOf = (personId: string | undefined): void => forget((key) => !key.startsWith(`${personId ?? '-'} `));

function forget(isGone: (key: string) => boolean): void {
  for (const key of drafts.keys()) if (isGone(key)) drafts.delete(key);
}

/** Whether something is written that a page that is loaded anew would not have. */
export const hasDrafts = (): boolean => drafts.size > 0;
