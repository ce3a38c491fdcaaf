import { h } from './dom.ts';
import type { Child } from './dom.ts';
import { busyText, noticeText } from './notice.ts';
import type { Busy, Notice, OwnWords } from './notice.ts';

/** The heading of a screen, which can take the focus without being a stop of the Tab key. */
export const heading = (...children: readonly Child[]): HTMLHeadingElement => h('h1', { tabindex: '-1' }, ...children);

export interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly maxlength: string;
}

/** A labelled input. */
export function field(options: FieldOptions): { readonly element: HTMLElement; readonly input: HTMLInputElement } {
  const { id, label, type, autocomplete, hint, maxlength } = options;
  const hintId = `${id}-hint`;
  const plain = type === 'text' ? {} : { autocapitalize: 'none', spellcheck: 'false' };
  const input = h('input', {
    id,
    name: id,
    type,
    autocomplete,
    maxlength,
    required: true,
    'aria-describedby': hint === undefined ? undefined : hintId,
    ...plain,
  });
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    input,
    hint === undefined ? undefined : h('p', { id: hintId, class: 'hint' }, hint),
  );
  return { element, input };
}

/** A labelled list to choose from. */
export const choice = (label: string, select: HTMLSelectElement, { hidden = false } = {}): HTMLElement =>
  h('div', { class: 'field', hidden }, h('label', { for: select.id }, label), h('span', { class: 'choice' }, select));

/** A button that looks like a link. */
export const textButton = (label: string, onClick: () => void): HTMLButtonElement =>
  h('button', { type: 'button', class: 'text', click: onClick }, label);

export interface WorkButton {
  readonly element: HTMLButtonElement;
  /** Shows that its work is under way, or that other work is. It keeps the focus, which a disabled button would lose. */
  update(busy: Busy | undefined): void;
}

/** A button that starts work which the page waits for. */
export function workButton(
  label: string,
  { work, kind, click }: { readonly work: Busy; readonly kind: 'primary' | 'secondary'; readonly click?: () => void },
): WorkButton {
  const element = h('button', { type: click ? 'button' : 'submit', class: kind, click }, label);
  return {
    element,
    update(busy) {
      element.textContent = busy === work ? busyText[work] : label;
      element.toggleAttribute('data-busy', busy === work);
      if (busy === undefined) element.removeAttribute('aria-disabled');
      else element.setAttribute('aria-disabled', 'true');
    },
  };
}

export interface NoticeLine {
  readonly element: HTMLElement;
  update(notice: Notice | undefined): void;
}

/** Where a screen says what went wrong; read out when it changes. */
export function noticeLine(own: OwnWords = {}): NoticeLine {
  const element = h('p', { class: 'notice', role: 'alert' });
  return {
    element,
    update(notice) {
      const text = notice === undefined ? '' : noticeText(notice, own);
      if (element.textContent !== text) element.textContent = text;
    },
  };
}
