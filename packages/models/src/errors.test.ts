import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modelFaultTable } from './errors.ts';

it('are told in the README as they are', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Array.from(readme.matchAll(/^\| `((?:provider|answer)_\w+)` *\| (.+?) *\|$/gm), ([, code, message]) => [code, message]);
  expect(Object.fromEntries(rows)).toEqual(modelFaultTable);
});
