import { expect, test } from 'vitest';
import { clientGuides } from './client-configs.ts';
import type { Way } from './client-configs.ts';
import { keyPlaceholder } from './key-placeholder.ts';

const access = { url: 'https://api.example.org/mcp', key: 'cairn_0123' };
const codeOf = (id: string, way: Way): string =>
  (clientGuides.find((guide) => guide.id === id)?.steps[way](access) ?? []).map(({ code }) => code?.text ?? '').join('\n');

test('every client is told the address, in both ways, and the key in one of them alone', () => {
  for (const { id } of clientGuides) {
    expect([id, codeOf(id, 'sign-in').includes(access.url), codeOf(id, 'sign-in').includes(access.key)]).toEqual([id, true, false]);
    expect([id, codeOf(id, 'key').includes(access.url), codeOf(id, 'key').includes(access.key)]).toEqual([id, true, true]);
  }
});

test('files of JSON are JSON', () => {
  for (const [id, way] of [
    ['claude', 'key'],
    ['cursor', 'sign-in'],
    ['cursor', 'key'],
    ['vs-code', 'sign-in'],
    ['vs-code', 'key'],
  ] as const) {
    expect(JSON.parse(codeOf(id, way))).toBeTypeOf('object');
  }
});

test('what stands for a key is there to be found wherever a key goes', () => {
  for (const { id, steps } of clientGuides) {
    const pasted = steps.key({ ...access, key: keyPlaceholder }).map(({ code }) => code?.text ?? '');
    expect([id, pasted.join('\n').includes(keyPlaceholder)]).toEqual([id, true]);
  }
});
