import { h } from '../shared/dom.ts';
import { heading } from '../shared/parts.ts';
import type { Screen } from '../shared/screen.ts';
import { clientName } from './client-card.ts';
import type { StateOf } from './flow-state.ts';

/** The page has done its part. With an app's own links the tab stays on it. */
export function doneScreen({ client, outcome }: StateOf<'done'>): Screen<StateOf<'done'>> {
  const name = clientName(client);
  const isIn = outcome === 'approved';
  const title = isIn ? heading(name, ' is connected') : heading('Access denied');
  return {
    title: isIn ? 'Connected' : 'Access denied',
    focus: title,
    nodes: [
      title,
      h(
        'p',
        { role: 'status' },
        isIn ? 'You can return to the app and close this tab.' : 'Nothing was allowed. You can return to the app and close this tab.',
      ),
      h('p', { class: 'hint' }, 'If your browser asks whether to open the app, let it.'),
    ],
    update() {},
  };
}
