import type { State } from '../flow-state.ts';

/** A mounted screen. While the flow stays on it, it is updated in place, so that nothing that was typed is lost. */
export interface Screen<Shown extends State> {
  /** The title of the document. */
  readonly title: string;
  /** What goes into the page. */
  readonly nodes: readonly Node[];
  /** Takes the focus when the screen comes up. */
  readonly focus: HTMLElement;
  update(state: Shown): void;
}

/** The state of one screen. */
export type StateOf<Name extends State['screen']> = Extract<State, { readonly screen: Name }>;
