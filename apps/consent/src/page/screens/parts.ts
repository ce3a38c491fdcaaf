import type { Client } from '../asked.ts';
import { destinationOf, shownName, warningsOf } from '../client-text.ts';
import { h } from '../dom.ts';
import type { Child } from '../dom.ts';
import type { Busy, Notice } from '../flow-state.ts';
import { busyText, noticeText } from '../words.ts';

/** The heading of a screen, which can take the focus without being a stop of the Tab key. */
export const heading = (...children: readonly Child[]): HTMLHeadingElement => h('h1', { tabindex: '-1' }, ...children);

/** The name of an app in quotes, kept apart from the text around it whatever its direction. */
export const clientName = (client: Client): HTMLElement => h('q', {}, h('bdi', {}, shownName(client)));

/** Who asks: where access is sent, large; its id; what to be wary of. */
export function clientCard(client: Client): HTMLElement {
  const destination = destinationOf(client);
  const warnings = warningsOf(client);
  return h(
    'section',
    { class: 'client', 'aria-label': 'The app that asks' },
    h('p', { class: 'label' }, destination.kind === 'site' ? 'Access is sent to' : 'Access is sent to an app at'),
    h('p', { class: 'destination', dir: 'ltr' }, destination.text),
    h('p', { class: 'client-id' }, 'Client ID ', h('code', { dir: 'ltr' }, client.id)),
    warnings.length === 0 ? undefined : h('div', { class: 'warning' }, ...warnings.map((text) => h('p', {}, text))),
  );
}

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
export function noticeLine(): NoticeLine {
  const element = h('p', { class: 'notice', role: 'alert' });
  return {
    element,
    update(notice) {
      const text = notice === undefined ? '' : noticeText(notice);
      if (element.textContent !== text) element.textContent = text;
    },
  };
}
