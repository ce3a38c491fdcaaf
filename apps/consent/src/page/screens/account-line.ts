import type { Person } from '../asked.ts';
import { h } from '../dom.ts';
import type { Flow } from '../flow.ts';
import { textButton } from './parts.ts';

/** As whom the person is about to decide, and a way to be somebody else. */
export const accountLine = ({ email }: Person, flow: Flow): HTMLElement =>
  h(
    'p',
    { class: 'aside' },
    'Signed in as ',
    h('bdi', { class: 'email' }, email),
    '. ',
    textButton('Use another account', () => void flow.switchAccount()),
  );
