import { expect, test } from 'vitest';
import { SessionStore } from './session-store.ts';
import type { SessionLimits } from './session-store.ts';

/** A store on a clock that stands still until it is moved, with the ids that were closed. */
function createStore(limits: SessionLimits) {
  const clock = { now: 0 };
  const closed: string[] = [];
  const store = new SessionStore<{ close(): void }>(limits, () => clock.now);
  const open = (credential: string) => store.open(credential, (id) => ({ close: () => void closed.push(id) }));
  return { store, clock, closed, open };
}

test('a session is found by its own credential only', () => {
  const { store, open } = createStore({});
  const session = open('a');
  expect(store.find(session?.id ?? '', 'a')).toBe(session);
  expect(store.find(session?.id ?? '', 'b')).toBeUndefined();
});

test('one more than a credential may hold ends its least recently used', () => {
  const { store, clock, closed, open } = createStore({ maxPerCredential: 2 });
  const first = open('a');
  clock.now = 1;
  const second = open('a');
  clock.now = 2;
  if (first) store.hold(first)();
  open('a');
  expect(closed).toEqual([second?.id]);
});

test('a session in use is not the one to make room', () => {
  const { store, clock, closed, open } = createStore({ maxPerCredential: 2 });
  const first = open('a');
  clock.now = 1;
  const second = open('a');
  if (first) store.hold(first);
  open('a');
  expect(closed).toEqual([second?.id]);
});

test('another credential cannot push a session out', () => {
  const { closed, open } = createStore({ maxPerCredential: 2, maxTotal: 2 });
  open('a');
  open('a');
  expect(open('b')).toBeUndefined();
  expect(closed).toEqual([]);
});

test('an idle session ends, one with an open stream does not', () => {
  const { store, clock, closed, open } = createStore({ idleMs: 100 });
  const idle = open('a');
  const streaming = open('b');
  const release = streaming && store.hold(streaming);
  clock.now = 101;
  store.endIdle();
  expect(closed).toEqual([idle?.id]);
  release?.();
  clock.now = 201;
  store.endIdle();
  expect(store.size).toBe(1);
  clock.now = 202;
  store.endIdle();
  expect(store.size).toBe(0);
});

test('a session ends once', () => {
  const { store, closed, open } = createStore({});
  const session = open('a');
  if (session) {
    store.end(session);
    store.end(session);
  }
  store.endAll();
  expect(closed).toHaveLength(1);
});
