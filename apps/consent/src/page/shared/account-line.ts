import { h } from './dom.ts';
import { textButton } from './parts.ts';
import type { Person } from './person.ts';

/** As whom the person is about to decide, and a way to be somebody else. */
export const accountLine = ({ email }: Person, switchAccount: () => void): HTMLElement =>
  h('p', { class: 'aside' }, 'Signed in as ', h('bdi', { class: 'email' }, email), '. ', textButton('Use another account', switchAccount));
