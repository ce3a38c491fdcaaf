import { expect, test } from 'vitest';
import { createSessionStore } from '../shared/session.ts';
import { createInvitationApi } from './api.ts';
import type { State } from './flow-state.ts';
import { InvitationFlow } from './flow.ts';

const baseUrl = 'https://api.example.org';
const invited = { workspace_name: 'Engines', role: 'member', invited_by: 'Charles', is_bound: false };

/** A flow whose server has an account in those workspaces after the sign-up, with what the server was asked and what is shown. */
function newFlow(workspaces: readonly object[]) {
  const answers: Readonly<Record<string, object>> = {
    '/auth/invitations/look-up': invited,
    '/auth/sign-up': {},
    '/auth/sign-in': { session_token: 's1', user: { id: 'u1', email: 'ada@example.org' } },
    '/auth/me': { workspaces },
  };
  const asked: string[] = [];
  const shown: State[] = [];
  const kept = new Map<string, string>();
  const flow = new InvitationFlow({
    api: createInvitationApi(baseUrl, (address) => {
      const path = address.slice(baseUrl.length);
      asked.push(path);
      return Promise.resolve(Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 404 }));
    }),
    token: 'cairn_invitation_x',
    sessions: createSessionStore(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    })),
    show: (state) => void shown.push(state),
  });
  return { flow, asked, shown };
}

const credentials = { email: 'ada@example.org', password: 'engines of brass and steam' };

test('a new account is in at once, and the invitation that it used up is not asked for again', async () => {
  const { flow, asked, shown } = newFlow([{ id: 'w1', name: 'Engines', role: 'member' }]);
  await flow.open();
  await flow.signUp(credentials);
  expect(shown.at(-1)?.screen).toBe('joined');
  expect(asked).toEqual(['/auth/invitations/look-up', '/auth/sign-up', '/auth/sign-in', '/auth/me']);
});

test.each([
  [[{ id: 'w2', name: 'My workspace', role: 'owner' }]],
  [[{ id: 'w3', name: 'Engines', role: 'owner' }]],
  [
    [
      { id: 'w1', name: 'Engines', role: 'member' },
      { id: 'w2', name: 'My workspace', role: 'owner' },
    ],
  ],
  [[]],
])('an account that was there before with the same password, in %j, is asked to join', async (workspaces) => {
  const { flow, shown } = newFlow(workspaces);
  await flow.open();
  await flow.signUp(credentials);
  expect(shown.at(-1)?.screen).toBe('joining');
});
