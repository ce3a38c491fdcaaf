import { useEffect, useRef } from 'react';

/** Whether somebody is writing, when letters are letters. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|select|textarea)$/i.test(target.tagName));

interface ShortcutOptions {
  readonly withControl?: boolean;
  /** Whether also in fields, where most keys are letters or the field's own. */
  readonly isWhileWriting?: boolean;
}

/** Does something when a key is pressed anywhere on the page, unless a dialog is open. With the control (or command) key also while writing. */
export function useShortcut(
  key: string,
  work: () => void,
  { withControl = false, isWhileWriting = withControl }: ShortcutOptions = {},
): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const hasControl = event.ctrlKey || event.metaKey;
      if (event.key.toLowerCase() !== key || hasControl !== withControl || event.altKey || event.repeat) return;
      if ((!isWhileWriting && isWriting(event.target)) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [key, withControl, isWhileWriting]);
}
