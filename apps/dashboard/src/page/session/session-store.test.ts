import { expect, test } from 'vitest';
import { createSessionStore } from './session-store.ts';
import type { Line } from './session-store.ts';

const ada = { token: 't1', person: { id: 'u1', email: 'ada@example.org' } };

function newShelf() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Lines of one origin: what one says the others hear. */
function newOrigin(): () => Line {
  const ears: { line: Line; listener: (word: unknown) => void }[] = [];
  return () => {
    const line: Line = {
      say: (word) => {
        for (const ear of ears) if (ear.line !== line) ear.listener(word);
      },
      hear: (listener) => void ears.push({ line, listener }),
    };
    return line;
  };
}

test('a session is there again when the page is loaded again, and gone once it was cleared', () => {
  const shelf = newShelf();
  createSessionStore(() => shelf, undefined).write(ada);
  expect(createSessionStore(() => shelf, undefined).read()).toEqual(ada);
  createSessionStore(() => shelf, undefined).clear();
  expect([createSessionStore(() => shelf, undefined).read(), shelf.kept.size]).toEqual([undefined, 0]);
});

test('a tab beside others is given their session, and a sign-out is one everywhere', () => {
  const newLine = newOrigin();
  const first = createSessionStore(newShelf, newLine());
  first.write(ada);
  const second = createSessionStore(newShelf, newLine());
  expect(second.read()).toEqual(ada);
  second.clear();
  expect(first.read()).toBeUndefined();
});

test('who is signed in stays so when another tab signs in as somebody else', () => {
  const newLine = newOrigin();
  const [first, second] = [createSessionStore(newShelf, newLine()), createSessionStore(newShelf, newLine())];
  first.write(ada);
  second.write({ token: 't2', person: { id: 'u2', email: 'bob@example.org' } });
  expect([first.read()?.token, second.read()?.token]).toEqual(['t1', 't2']);
});

test('what is no session is taken for none, and a browser that keeps nothing is no fault', () => {
  const shelf = newShelf();
  shelf.kept.set('cairn.session', '{"token":1}');
  expect(createSessionStore(() => shelf, undefined).read()).toBeUndefined();
  const forbidden = createSessionStore(() => {
    throw new Error('storage is forbidden');
  }, undefined);
  forbidden.write(ada);
  expect(forbidden.read()).toEqual(ada);
});
