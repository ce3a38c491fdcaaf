import { expect, test } from 'vitest';
import { createChoiceMemory, createSessionStore } from './session.ts';

function shelf(): { kept: Map<string, string>; storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> } {
  const kept = new Map<string, string>();
  return {
    kept,
    storage: () => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }),
  };
}

const forbidden = (): never => {
  throw new Error('storage is forbidden');
};

const session = { token: 't', person: { id: 'u1', email: 'ada@example.org' } };

test('a session is there for the next page of the tab until it is cleared', () => {
  const { kept, storage } = shelf();
  createSessionStore(storage).write(session);
  expect(createSessionStore(storage).read()).toEqual(session);
  createSessionStore(storage).clear();
  expect([createSessionStore(storage).read(), kept.size]).toEqual([undefined, 0]);
});

test.each(['', '{', 'null', '7', '{"token":"t"}', '{"token":7,"person":{"id":"u1","email":"e"}}'])(
  'what was kept as %j is no session',
  (text) => {
    const { kept, storage } = shelf();
    kept.set('cairn.session', text);
    expect(createSessionStore(storage).read()).toBeUndefined();
  },
);

test('where the browser keeps nothing, a session lasts as long as the page', () => {
  const sessions = createSessionStore(forbidden);
  sessions.write(session);
  expect(sessions.read()).toEqual(session);
  const memory = createChoiceMemory(forbidden);
  memory.remember('u1', 'p1');
  expect(memory.recall('u1')).toBeUndefined();
});

test('each person has their own last project', () => {
  const { storage } = shelf();
  const memory = createChoiceMemory(storage);
  memory.remember('u1', 'p1');
  memory.remember('u2', 'p2');
  expect([memory.recall('u1'), memory.recall('u2'), memory.recall('u3')]).toEqual(['p1', 'p2', undefined]);
});
