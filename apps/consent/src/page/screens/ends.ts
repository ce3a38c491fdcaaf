import { h } from '../dom.ts';
import type { Flow } from '../flow.ts';
import { endings } from '../words.ts';
import { clientName, heading } from './parts.ts';
import type { Screen, StateOf } from './screen.ts';

/** Until the server has told who asks. */
export function loadingScreen(): Screen<StateOf<'loading'>> {
  const title = heading('Connect an app to Cairn');
  return {
    title: 'Connect an app',
    focus: title,
    nodes: [title, h('p', { class: 'waiting', role: 'status' }, 'Looking at the request…')],
    update() {},
  };
}

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

/** The page can go no further. */
export function deadScreen({ reason }: StateOf<'dead'>, flow: Flow): Screen<StateOf<'dead'>> {
  const { title, lines, canRetry } = endings[reason];
  const head = heading(title);
  return {
    title,
    focus: head,
    nodes: [
      head,
      h('div', { role: 'alert' }, ...lines.map((line) => h('p', {}, line))),
      ...(canRetry ? [h('button', { type: 'button', class: 'primary', click: () => void flow.open() }, 'Try again')] : []),
    ],
    update() {},
  };
}
