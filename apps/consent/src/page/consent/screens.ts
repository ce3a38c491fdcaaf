import { endingScreen, loadingScreen } from '../shared/ending-screen.ts';
import type { Screen } from '../shared/screen.ts';
import { consentScreen } from './consent-screen.ts';
import { doneScreen } from './done-screen.ts';
import { doorScreen } from './door-screen.ts';
import type { Flow } from './flow.ts';
import type { State } from './flow-state.ts';
import { newProjectScreen } from './new-project-screen.ts';
import { endings } from './words.ts';

/** The screen that shows a state. */
export function screenFor(state: State, flow: Flow): Screen<never> {
  if (state.screen === 'loading') return loadingScreen('Connect an app to Cairn', 'Looking at the request…');
  if (state.screen === 'consent') return consentScreen(state, flow);
  if (state.screen === 'new-project') return newProjectScreen(state, flow);
  if (state.screen === 'done') return doneScreen(state);
  return state.screen === 'dead' ? endingScreen(endings[state.reason], () => void flow.open()) : doorScreen(state, flow);
}

/** What a state is about: while it stays the same, so does the screen. */
export function subjectOf(state: State): unknown {
  if ('workspaces' in state) return state.workspaces;
  if ('client' in state) return state.client;
  return 'reason' in state ? state.reason : undefined;
}
