import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CairnError, errorTable } from './errors.ts';

test('the README lists the table of errors as it is', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme.matchAll(/^\| +`([A-Z_]+)` +\| +(\w+) +\| +(yes|no) +\|$/gm);
  const listed = Array.from(rows, ([, code, kind, retryable]) => [code, kind, retryable]);
  expect(listed).toEqual(Object.entries(errorTable).map(([code, { kind, retryable }]) => [code, kind, retryable ? 'yes' : 'no']));
});

test('an error carries the table entry of its code and the sentence it was given', () => {
  const cause = new Error('socket closed');
  const error = new CairnError('STORE_UNAVAILABLE', { message: 'not now', retryAfter: 2, cause });
  expect(error).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    kind: 'unavailable',
    retryable: true,
    message: 'not now',
    retryAfter: 2,
    cause,
  });
  expect(new CairnError('FORBIDDEN').message).toBe(errorTable.FORBIDDEN.message);
});
