import { createApi } from './consent/api.ts';
import { Flow } from './consent/flow.ts';
import { pageRequestOf } from './consent/request.ts';
import { screenFor, subjectOf } from './consent/screens.ts';
import { readFrame } from './shared/frame.ts';
import { createChoiceMemory, createSessionStore } from './shared/session.ts';
import { createShow } from './shared/show.ts';

const { main, baseUrl } = readFrame();

const flow: Flow = new Flow({
  api: createApi(baseUrl, window.fetch.bind(window)),
  request: pageRequestOf(window.location.search),
  sessions: createSessionStore(() => window.sessionStorage),
  memory: createChoiceMemory(() => window.localStorage),
  show: createShow({ main, screenFor: (state) => screenFor(state, flow), subjectOf }),
  leaveFor: (address) => window.location.assign(address),
});

await flow.open();
