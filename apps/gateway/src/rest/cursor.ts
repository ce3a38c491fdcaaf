import { hash } from 'node:crypto';
import { CairnError, isId } from '@cairn/core';
import type { PageMark } from '@cairn/core';

/** Which list a cursor belongs to: its name and whose it is. A cursor of another list is refused. */
export type CursorScope = readonly string[];

const digestLength = 16;

/**
 * Where to go on, as text that only this service reads. The digest is no secret: it tells a cursor that was cut, altered or
 * taken from elsewhere; whoever forges one reads nothing but their own list.
 */
export function toCursor(scope: CursorScope, { createdAt, id }: PageMark): string {
  const mark = `${Date.parse(createdAt).toString(36)}.${id}`;
  return Buffer.from(`${mark}.${digestOf(scope, mark)}`, 'latin1').toString('base64url');
}

/** @throws INVALID_ARGUMENT for anything that `toCursor` did not make for this list. */
export function fromCursor(scope: CursorScope, cursor: string): PageMark {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const milliseconds = Number.parseInt(at, 36);
  if (isId(id) && isDate(milliseconds)) {
    const mark = { createdAt: new Date(milliseconds).toISOString(), id };
    // Made anew and compared whole: that covers the digest and every other spelling of the same bytes.
    if (toCursor(scope, mark) === cursor) return mark;
  }
  const message = 'is not one of this list; pass a next_cursor as it came, or leave it out to begin';
  throw new CairnError('INVALID_ARGUMENT', { message: `not valid: cursor ${message}`, issues: [{ path: 'cursor', message }] });
}

const digestOf = (scope: CursorScope, mark: string): string =>
  hash('sha256', JSON.stringify([...scope, mark]), 'base64url').slice(0, digestLength);

const isDate = (milliseconds: number): boolean => Math.abs(milliseconds) <= 8.64e15;
