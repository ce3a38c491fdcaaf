import { describe, expect, test } from 'vitest';
import { next } from './flow-state.ts';
import type { Event, State } from './flow-state.ts';

const invitation = { workspace: 'Babbage & Co', role: 'member', invitedBy: 'Charles', isBound: false };
const person = { id: 'u1', email: 'ada@example.org' };
const looked = (given: { person?: typeof person } = {}): Event => ({ type: 'looked', invitation, person: given.person });
const after = (...events: readonly Event[]): State => events.reduce<State>(next, { screen: 'loading' });

describe('who follows an invitation', () => {
  test('is taken for new, and can say that they are not', () => {
    expect(after(looked())).toMatchObject({ screen: 'sign-up', invitation });
    expect(after(looked(), { type: 'door-chosen', door: 'sign-in' }).screen).toBe('sign-in');
  });

  test('and is signed in, is asked to join', () => {
    expect(after(looked({ person }))).toMatchObject({ screen: 'joining', person });
    expect(after(looked(), { type: 'entered', person })).toMatchObject({ screen: 'joining', person });
  });

  test('sees a refusal until the next try', () => {
    const refused = after(looked({ person }), { type: 'sent', busy: 'joining' }, { type: 'refused', notice: { kind: 'conflict' } });
    expect(refused).toMatchObject({ busy: undefined, notice: { kind: 'conflict' } });
    expect(next(refused, { type: 'sent', busy: 'joining' })).toMatchObject({ busy: 'joining', notice: undefined });
  });

  test('and leaves, is asked to sign in, with a word on why when it was not their doing', () => {
    expect(after(looked({ person }), { type: 'left', notice: undefined })).toMatchObject({ screen: 'sign-in', notice: undefined });
    expect(after(looked({ person }), { type: 'left', notice: { kind: 'session-ended' } })).toMatchObject({
      screen: 'sign-in',
      notice: { kind: 'session-ended' },
    });
  });
});

test('what comes after the end changes nothing but for another look', () => {
  const joined = after(looked({ person }), { type: 'joined', workspaceId: 'w1' });
  const dead = after({ type: 'died', reason: 'gone' });
  const late: readonly Event[] = [
    { type: 'sent', busy: 'joining' },
    { type: 'refused', notice: { kind: 'offline' } },
    { type: 'left', notice: undefined },
  ];
  for (const end of [joined, dead]) {
    for (const event of late) expect(next(end, event)).toBe(end);
  }
  expect(joined).toEqual({ screen: 'joined', invitation, workspaceId: 'w1' });
  expect(next(dead, { type: 'retried' })).toEqual({ screen: 'loading' });
});
