import type { Screen } from './screen.ts';

export interface ShowOptions<State> {
  readonly main: HTMLElement;
  readonly screenFor: (state: State) => Screen<never>;
  /** What a state is about: while it and the kind of screen stay the same, the screen does. */
  readonly subjectOf: (state: State) => unknown;
}

/** Puts states into `main`: a new screen when the flow moved on, else the one that is there is updated. */
export function createShow<State extends { readonly screen: string }>(options: ShowOptions<State>): (state: State) => void {
  const { main, screenFor, subjectOf } = options;
  let current: { readonly state: State; readonly screen: Screen<never> } | undefined;
  const isSameScreen = (before: State, state: State): boolean => before.screen === state.screen && subjectOf(before) === subjectOf(state);
  return (state) => {
    const screen = current !== undefined && isSameScreen(current.state, state) ? current.screen : screenFor(state);
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
