import { expect, test } from 'vitest';
import { unturned } from './unturned.ts';

test('what turns the order of a text around is written as an escape, and marks of direction stay', () => {
  expect(unturned('line one \u202e gnp.exe')).toBe(String.raw`line one \u202e gnp.exe`);
  expect(unturned('\u2067שלום\u2069 \u200f')).toBe(String.raw`\u2067שלום\u2069 ` + '\u200f');
});
