import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
  /** Called once when it is gone by time or by hand, but not by its action. */
  readonly onGone: (() => void) | undefined;
  /** Milliseconds that it stays. */
  readonly stays: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** More than a few at once are read by nobody. */
export const mostShown = 4;

type Told = Partial<Pick<Toast, 'tone' | 'action' | 'onGone' | 'stays'>>;

/** Says in passing that something was done. What needs an answer belongs elsewhere. */
export function toast(text: string, { tone = 'good', action, onGone, stays = 6_000 }: Told = {}): Toast {
  lastId += 1;
  const made: Toast = { id: lastId, text, tone, action, onGone, stays };
  // What nobody would read any more goes; an offer, such as a way back, holds for its whole time, seen or not.
  const kept = toasts.filter((old, at) => old.onGone !== undefined || at > toasts.length - mostShown);
  become([...kept, made]);
  return made;
}

export function dismiss(toastOfThat: Toast, { byAction = false } = {}): void {
  if (!toasts.includes(toastOfThat)) return;
  become(toasts.filter((other) => other !== toastOfThat));
  if (byAction) toastOfThat.action?.run();
  else toastOfThat.onGone?.();
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
