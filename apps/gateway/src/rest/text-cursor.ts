import { hash } from 'node:crypto';
import { CairnError } from '@cairn/core';
import type { CursorScope } from './cursor.ts';

const digestLength = 16;

/** Where to go on in a list by name: behind that one. As in `toCursor`, the digest is no secret. */
export function toTextCursor(scope: CursorScope, name: string): string {
  const digest = hash('sha256', JSON.stringify([...scope, name]), 'base64url').slice(0, digestLength);
  return Buffer.from(`${digest}${name}`, 'utf8').toString('base64url');
}

/** @throws INVALID_ARGUMENT for anything that `toTextCursor` did not make for this list. */
export function fromTextCursor(scope: CursorScope, cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString('utf8').slice(digestLength);
  if (toTextCursor(scope, name) === cursor) return name;
  const message = 'is not one of this list; pass a next_cursor as it came, or leave it out to begin';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: cursor ${message}`, issues: [{ path: 'cursor', message }] });
}
