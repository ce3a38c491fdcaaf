import { describe, expect, test } from 'vitest';
import type { Person } from '../shared/person.ts';
import type { Client, Workspace } from './asked.ts';
import { next } from './flow-state.ts';
import type { Event, State } from './flow-state.ts';

const client: Client = { id: 'c1', name: 'Codex', redirectHost: '127.0.0.1:4000', isLoopback: true, isVerified: false };
const person: Person = { id: 'u1', email: 'ada@example.org' };
const workspaces: readonly Workspace[] = [
  { id: 'w0', name: 'Empty', role: 'member', projects: [] },
  {
    id: 'w1',
    name: 'Ada',
    role: 'owner',
    projects: [
      { id: 'p1', name: 'One' },
      { id: 'p2', name: 'Two' },
    ],
  },
  { id: 'w2', name: 'Babbage', role: 'member', projects: [{ id: 'p3', name: 'Three' }] },
];

const asked: Event = { type: 'asked', client, canSignUp: true };
const admitted = (given: Partial<Extract<Event, { type: 'admitted' }>> = {}): Event => ({
  type: 'admitted',
  client,
  canSignUp: true,
  person,
  workspaces,
  remembered: undefined,
  ...given,
});

const after = (...events: readonly Event[]): State => events.reduce<State>(next, { screen: 'loading' });
const choiceIn = (state: State) => ('choice' in state ? state.choice : undefined);

describe('who is not signed in', () => {
  test('is asked to sign in, and can go to sign-up and back', () => {
    expect(after(asked)).toMatchObject({ screen: 'sign-in', client, busy: undefined });
    expect(after(asked, { type: 'door-chosen', door: 'sign-up' }).screen).toBe('sign-up');
    expect(after(asked, { type: 'door-chosen', door: 'sign-up' }, { type: 'door-chosen', door: 'sign-in' }).screen).toBe('sign-in');
  });

  test('sees a refusal until the next try', () => {
    const refused = after(asked, { type: 'sent', busy: 'signing-in' }, { type: 'refused', notice: { kind: 'wrong-credentials' } });
    expect(refused).toMatchObject({ busy: undefined, notice: { kind: 'wrong-credentials' } });
    expect(next(refused, { type: 'sent', busy: 'signing-in' })).toMatchObject({ busy: 'signing-in', notice: undefined });
  });
});

describe('the choice of a project', () => {
  test('starts from the one of last time, else from the first there is', () => {
    expect(choiceIn(after(admitted({ remembered: 'p3' })))).toEqual({ workspaceId: 'w2', projectId: 'p3' });
    for (const remembered of [undefined, 'gone']) {
      expect(choiceIn(after(admitted({ remembered })))).toEqual({ workspaceId: 'w1', projectId: 'p1' });
    }
  });

  test('starts where an app could save, if there is such a place', () => {
    const read = workspaces.map((workspace) => (workspace.id === 'w1' ? { ...workspace, role: 'viewer' } : workspace));
    expect(choiceIn(after(admitted({ workspaces: read })))).toEqual({ workspaceId: 'w2', projectId: 'p3' });
    const onlyRead = read.map((workspace) => ({ ...workspace, role: 'viewer' }));
    expect(choiceIn(after(admitted({ workspaces: onlyRead })))).toEqual({ workspaceId: 'w1', projectId: 'p1' });
  });

  test('follows the workspace, and stands still for what is not there', () => {
    expect(choiceIn(after(admitted(), { type: 'workspace-chosen', workspaceId: 'w2' }))).toEqual({ workspaceId: 'w2', projectId: 'p3' });
    expect(choiceIn(after(admitted(), { type: 'workspace-chosen', workspaceId: 'w0' }))).toEqual({
      workspaceId: 'w0',
      projectId: undefined,
    });
    expect(choiceIn(after(admitted(), { type: 'project-chosen', projectId: 'p2' }))).toEqual({ workspaceId: 'w1', projectId: 'p2' });
    expect(choiceIn(after(admitted(), { type: 'project-chosen', projectId: 'other' }))).toEqual({ workspaceId: 'w1', projectId: 'p1' });
  });

  test('is made first by who has no project, with no way back to a choice of none', () => {
    const first = after(admitted({ workspaces: [] }));
    expect(first).toMatchObject({ screen: 'new-project', choice: undefined });
    expect(next(first, { type: 'new-project-given-up' })).toBe(first);
  });

  test('is kept by who looks at a new project and goes back', () => {
    const events: readonly Event[] = [admitted(), { type: 'project-chosen', projectId: 'p2' }, { type: 'new-project-wanted' }];
    expect(after(...events).screen).toBe('new-project');
    expect(after(...events, { type: 'new-project-given-up' })).toMatchObject({
      screen: 'consent',
      choice: { workspaceId: 'w1', projectId: 'p2' },
    });
  });
});

describe('the end', () => {
  test('of a decision is told with its outcome', () => {
    for (const outcome of ['approved', 'denied'] as const) {
      expect(after(admitted(), { type: 'decided', outcome })).toEqual({ screen: 'done', client, outcome });
    }
  });

  test('of a session leads back to the door, with a word on why', () => {
    expect(after(admitted(), { type: 'session-ended' })).toMatchObject({ screen: 'sign-in', client, notice: { kind: 'session-ended' } });
    expect(after(admitted(), { type: 'signed-out' })).toMatchObject({ screen: 'sign-in', client, notice: undefined });
    expect(after(admitted(), { type: 'session-ended' })).not.toHaveProperty('workspaces');
  });

  test('of a flow is final but for another look', () => {
    const dead = after({ type: 'died', reason: 'expired' });
    const late: readonly Event[] = [
      { type: 'sent', busy: 'approving' },
      { type: 'decided', outcome: 'approved' },
      { type: 'session-ended' },
    ];
    for (const event of late) expect(next(dead, event)).toBe(dead);
    expect(next(dead, { type: 'retried' })).toEqual({ screen: 'loading' });
  });
});
