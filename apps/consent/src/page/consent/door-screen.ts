import { doorForm } from '../shared/door-form.ts';
import { doorWords } from '../shared/door.ts';
import type { Door } from '../shared/door.ts';
import { heading } from '../shared/parts.ts';
import type { Screen } from '../shared/screen.ts';
import { clientCard, clientName } from './client-card.ts';
import { shownName } from './client-text.ts';
import type { Flow } from './flow.ts';
import type { StateOf } from './flow-state.ts';

/** The way in, from where a person sees who asks before they sign in. */
export function doorScreen({ screen, client, canSignUp }: StateOf<Door>, flow: Flow): Screen<StateOf<Door>> {
  const { verb } = doorWords[screen];
  const form = doorForm(screen, {
    signIn: (credentials) => flow.signIn(credentials),
    signUp: (credentials) => flow.signUp(credentials),
    goTo: canSignUp ? (door) => flow.take({ type: 'door-chosen', door }) : undefined,
  });
  return {
    title: `${verb} to connect ${shownName(client)}`,
    focus: form.focus,
    nodes: [heading(`${verb} to connect `, clientName(client)), clientCard(client), ...form.nodes],
    update: (state) => form.update(state),
  };
}
