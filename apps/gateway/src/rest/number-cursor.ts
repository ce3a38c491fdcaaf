import { hash } from 'node:crypto';
import { CairnError } from '@cairn/core';
import type { CursorScope } from './cursor.ts';

/** Where to go on in a list by number. As in `toCursor`, the digest is no secret. */
export function toNumberCursor(scope: CursorScope, number: number): string {
  const digest = hash('sha256', JSON.stringify([...scope, number]), 'base64url').slice(0, 16);
  return Buffer.from(`${number}.${digest}`, 'latin1').toString('base64url');
}

/** @throws INVALID_ARGUMENT for anything that `toNumberCursor` did not make for this list. */
export function fromNumberCursor(scope: CursorScope, cursor: string): number {
  const number = Number.parseInt(Buffer.from(cursor, 'base64url').toString('latin1'), 10);
  if (Number.isSafeInteger(number) && toNumberCursor(scope, number) === cursor) return number;
  const message = 'is not one of this list; pass a next_cursor as it came, or leave it out to begin';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: cursor ${message}`, issues: [{ path: 'cursor', message }] });
}
