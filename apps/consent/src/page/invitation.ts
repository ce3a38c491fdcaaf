import { createInvitationApi } from './invitation/api.ts';
import { InvitationFlow } from './invitation/flow.ts';
import { screenFor, subjectOf } from './invitation/screens.ts';
import { readFrame } from './shared/frame.ts';
import { createSessionStore } from './shared/session.ts';
import { createShow } from './shared/show.ts';

const { main, baseUrl, appPath } = readFrame();

const flow: InvitationFlow = new InvitationFlow({
  api: createInvitationApi(baseUrl, window.fetch.bind(window)),
  token: window.location.hash.slice(1),
  sessions: createSessionStore(() => window.sessionStorage),
  show: createShow({ main, screenFor: (state) => screenFor(state, { flow, appPath }), subjectOf }),
});

// Another link in the same tab is another invitation.
window.addEventListener('hashchange', () => window.location.reload());

await flow.open();
