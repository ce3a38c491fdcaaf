import { h } from '../shared/dom.ts';
import type { Client } from './asked.ts';
import { destinationOf, shownName, warningsOf } from './client-text.ts';

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
