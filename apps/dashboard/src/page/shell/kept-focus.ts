import { useEffect } from 'react';

/**
 * What a keyboard was on, and where to go when that is gone: the entries of its list, those behind it first. Of what goes on with a list,
 * the last entry so far stands for those that come.
 */
interface Held {
  readonly element: HTMLElement;
  readonly neighbours: readonly Element[];
  /** Which of the entry's buttons and links it was. */
  readonly index: number;
  readonly last?: Element | undefined;
  /** The entry itself: it stays when only its button goes. */
  readonly entry?: Element | undefined;
}

/**
 * Leads the keyboard on when what it was on leaves the page, such as an entry that was deleted or a question that was answered: to the entry
 * that comes next, else to the heading. A browser would begin at the top again, and those who listen would hear nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Held | undefined;
    const hold = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) held = heldAt(target);
    };
    // Whoever presses beside everything wants the keyboard nowhere.
    const letGo = (): void =>
      queueMicrotask(() => {
        if (held?.element.isConnected && document.activeElement === document.body) held = undefined;
      });
    const observer = new MutationObserver(() => {
      // Lists grow and shrink around where the keyboard is.
      if (held?.element.isConnected) held = heldAt(held.element);
      else if (held !== undefined && document.activeElement === document.body) leadOn(held);
    });
    document.addEventListener('focusin', hold);
    document.addEventListener('focusout', letGo);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', hold);
      document.removeEventListener('focusout', letGo);
      observer.disconnect();
    };
  }, []);
}

function leadOn(held: Held): void {
  for (const place of placesAfter(held)) {
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

const pressable = (within: Element): readonly HTMLElement[] => [...within.querySelectorAll<HTMLElement>('a, button')];

function heldAt(element: HTMLElement): Held {
  const last = element.closest('.load-more')?.previousElementSibling?.lastElementChild ?? undefined;
  if (last) return { element, neighbours: [], index: -1, last };
  const entry = element.closest('li.entry');
  if (!entry) return { element, neighbours: [], index: -1 };
  const entries = [...(entry.parentElement?.children ?? [])];
  const at = entries.indexOf(entry);
  return {
    element,
    entry,
    neighbours: [...entries.slice(at + 1), ...entries.slice(0, at).toReversed()],
    index: pressable(entry).indexOf(element),
  };
}

function placesAfter({ neighbours, index, last, entry }: Held): readonly HTMLElement[] {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) return [...dialog.querySelectorAll<HTMLElement>('.dialog-actions button')];
  const near = [...(entry ? [entry] : []), ...neighbours].filter(({ isConnected }) => isConnected);
  const next = near.map(pressable).find(({ length }) => length > 0);
  const same = next?.[index] ?? next?.at(-1);
  const come = last?.nextElementSibling;
  const first = come && pressable(come)[0];
  const heading = document.querySelector<HTMLElement>('h1');
  return [same, first, heading].filter((place) => place !== undefined && place !== null);
}
