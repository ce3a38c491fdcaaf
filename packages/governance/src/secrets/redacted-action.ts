import type { Action } from '../actions/action.ts';

/** What an action does as people read it, found out while its secrets were there. */
export interface ActionWords {
  readonly effects: readonly string[];
  readonly unchecked: readonly string[];
}

/** An action with what stands for its secrets in their places. */
export interface RedactedAction {
  readonly action: Action;
  readonly words: ActionWords;
}
