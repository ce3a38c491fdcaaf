import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DocumentFault } from './document-fault.ts';
import { documentFaults } from './errors.ts';

it('has the same table in the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Object.fromEntries(
    Array.from(readme.matchAll(/^\| `([a-z0-9_]+)` +\| (.+?) +\|$/gm), ([, code, message]) => [code, message]),
  );
  expect(rows).toEqual(documentFaults);
});

it('speaks the sentence of its code unless it knows better', () => {
  expect(new DocumentFault('no_text').message).toBe(documentFaults.no_text);
  expect(new DocumentFault('not_text', { message: 'It is noise.' })).toMatchObject({ code: 'not_text', message: 'It is noise.' });
});
