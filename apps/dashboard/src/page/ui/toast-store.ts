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

type Told = Partial<Pick<Toast, 'tone' | 'action' | 'onGone' | 'stays'>>;

/** Says in passing that something was done. What needs an answer belongs elsewhere. */
export function toast(text: string, { tone = 'good', action, onGone, stays = 6_000 }: Told = {}): Toast {
  lastId += 1;
  // More than a few at once are read by nobody.
  const gone = toasts.slice(0, Math.max(0, toasts.length - 3));
  const made: Toast = { id: lastId, text, tone, action, onGone, stays };
  become([...toasts.slice(-3), made]);
  for (const old of gone) old.onGone?.();
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
