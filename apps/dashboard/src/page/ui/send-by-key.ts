import type { KeyboardEvent } from 'react';

/** What is told to those who listen. */
export const sendKeys = 'Control+Enter Meta+Enter';

/** Sends the form of a text area by Ctrl Enter, or Cmd Enter, as its button would; not a form that is sent in more than one way. */
export function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat) return;
  const buttons = event.currentTarget.form?.querySelectorAll<HTMLButtonElement>('button[type="submit"]');
  if (buttons?.length !== 1) return;
  event.preventDefault();
  // A press does what a press does: nothing while the button is off or busy.
  buttons[0]?.click();
}
