import type { Flow } from './flow.ts';
import type { State } from './flow-state.ts';
import { consentScreen } from './screens/consent.ts';
import { doorScreen } from './screens/door.ts';
import { deadScreen, doneScreen, loadingScreen } from './screens/ends.ts';
import { newProjectScreen } from './screens/new-project.ts';
import type { Screen } from './screens/screen.ts';

/** Puts states into `main`: a new screen when the flow moved on, else the one that is there is updated. */
export function createShow(main: HTMLElement, flow: () => Flow): (state: State) => void {
  let current: { readonly state: State; readonly screen: Screen<never> } | undefined;
  return (state) => {
    const screen = current !== undefined && isSameScreen(current.state, state) ? current.screen : screenFor(state, flow());
    if (screen !== current?.screen) mount(main, screen, { isLoading: state.screen === 'loading' });
    current = { state, screen };
    // A screen is kept only for states of its own kind.
    screen.update(state as never);
  };
}

function mount(main: HTMLElement, { title, nodes, focus }: Screen<never>, { isLoading }: { readonly isLoading: boolean }): void {
  document.title = `${title} · Cairn`;
  main.setAttribute('aria-busy', String(isLoading));
  main.replaceChildren(...nodes);
  // The first look at the page must not take the focus from where the browser put it.
  if (!isLoading) focus.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** Whether a state is shown by the screen of the one before: of the same kind, about the same things. */
function isSameScreen(before: State, state: State): boolean {
  return before.screen === state.screen && subjectOf(before) === subjectOf(state);
}

function subjectOf(state: State): unknown {
  if ('workspaces' in state) return state.workspaces;
  if ('client' in state) return state.client;
  return 'reason' in state ? state.reason : undefined;
}

function screenFor(state: State, flow: Flow): Screen<never> {
  if (state.screen === 'loading') return loadingScreen();
  if (state.screen === 'consent') return consentScreen(state, flow);
  if (state.screen === 'new-project') return newProjectScreen(state, flow);
  if (state.screen === 'done') return doneScreen(state);
  return state.screen === 'dead' ? deadScreen(state, flow) : doorScreen(state, flow);
}
